import type { FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { hasModifier, usesOwnKeys } from "../../../../ui/keyboard.ts";

interface GridInput {
  count: number;
  columns: number;
  pageRows: number;
  active: number;
  goTo: (index: number) => void;
  onOpen: (index: number) => void;
  onPick: (index: number) => void;
}

const indexUnder = (target: EventTarget): number | undefined => {
  const index = target instanceof Element && target.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index ? Number(index) : undefined;
};

const stepOf = (key: string, { active, columns, pageRows, count }: GridInput): number | undefined => {
  const steps: Record<string, number> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + columns,
    j: active + columns,
    ArrowUp: active - columns,
    k: active - columns,
    PageDown: active + columns * pageRows,
    PageUp: active - columns * pageRows,
    Home: 0,
    End: count - 1,
  };
  const index = steps[key];
  return index === undefined ? undefined : Math.min(count - 1, Math.max(0, index));
};

/** Keys and clicks of the tiles; one set of listeners for all of them. */
export const useGridInput = (input: GridInput) => {
  const { count, active, goTo, onOpen, onPick } = input;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (count === 0 || usesOwnKeys(event.target) || hasModifier(event)) return;
    if (event.target === event.currentTarget && active >= 0) {
      if (event.key === "Enter") return onOpen(active);
      if (event.key === " ") {
        event.preventDefault();
        return onPick(active);
      }
    }
    const index = stepOf(event.key, input);
    if (index === undefined) return;
    event.preventDefault();
    goTo(index);
  };
  const onClick = (event: MouseEvent): void => {
    const index = indexUnder(event.target);
    // A label passes its click on to its box, which would count twice.
    if (index === undefined || event.target instanceof HTMLLabelElement) return;
    goTo(index);
    const isCheck = event.target instanceof Element && event.target.closest("label, input") !== null;
    if (isCheck || event.ctrlKey || event.metaKey || event.shiftKey) onPick(index);
    else onOpen(index);
  };
  const onFocus = (event: FocusEvent): void => {
    if (event.target === event.currentTarget && active < 0 && count > 0) goTo(0);
  };
  return { onKeyDown, onClick, onFocus };
};
