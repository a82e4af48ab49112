import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { hasModifier, usesOwnKeys } from "../keyboard.ts";
import type { RowWindow } from "./use-row-window.ts";

interface ActiveRowOptions {
  count: number;
  active: number;
  setActive: (index: number) => void;
  rowWindow: RowWindow;
  openIndex: number;
  onOpen: (index: number) => void;
}

const CONTROLS = "a, button, input, select, textarea, label";

const nextIndex = (key: string, active: number, count: number, pageRows: number): number | undefined => {
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: count - 1,
  };
  const index = steps[key];
  return index === undefined ? undefined : Math.min(count - 1, Math.max(0, index));
};

/** Keyboard and clicks of the rows: the table holds the focus, with one active row. */
export const useActiveRow = ({ count, active, setActive, rowWindow, openIndex, onOpen }: ActiveRowOptions) => {
  const goTo = (index: number): void => {
    setActive(index);
    rowWindow.scrollTo(index);
  };
  const follow = useRef(goTo);
  follow.current = goTo;

  // Scroll to a neighbour opened from the detail.
  useEffect(() => {
    if (openIndex >= 0) follow.current(openIndex);
  }, [openIndex]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (count === 0 || hasModifier(event) || usesOwnKeys(event.target)) return;
    if (event.key === "Enter") {
      if (event.target === event.currentTarget && active >= 0) onOpen(active);
      return;
    }
    const index = nextIndex(event.key, active, count, rowWindow.visibleCount);
    if (index === undefined) return;
    event.preventDefault();
    goTo(index);
  };

  const onFocus = (event: FocusEvent): void => {
    if (event.target === event.currentTarget && active < 0 && count > 0) setActive(rowWindow.firstVisible);
  };

  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
    const index = event.target.closest<HTMLElement>("tr[data-index]")?.dataset.index;
    if (index === undefined) return;
    setActive(Number(index));
    onOpen(Number(index));
  };

  return { onKeyDown, onFocus, onClick };
};
