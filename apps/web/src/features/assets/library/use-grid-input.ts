import type { DragEvent, FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { usesOwnKeys } from "../../../ui/keyboard.ts";
import { dragAssets } from "./drag.ts";
import { selectByKey } from "./list-keys.ts";
import type { Selection } from "./selection.ts";
import type { AssetPages } from "./use-asset-pages.ts";

interface GridInput {
  pages: AssetPages;
  selection: Selection;
  total: number;
  columns: number;
  pageRows: number;
  active: number;
  goTo: (index: number) => void;
  onOpen: (id: string) => void;
}

const indexUnder = (target: EventTarget): number | undefined => {
  const index = target instanceof Element && target.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index ? Number(index) : undefined;
};

const stepOf = (key: string, { active, columns, pageRows, total }: GridInput): number | undefined => {
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
    End: total - 1,
  };
  const index = steps[key];
  return index === undefined ? undefined : Math.min(total - 1, Math.max(0, index));
};

/** Keys, clicks and drags of the tiles; one set of listeners for all of them. */
export const useGridInput = (input: GridInput) => {
  const { pages, selection, total, active, goTo, onOpen } = input;
  const open = (index: number): void => {
    const item = pages.itemAt(index);
    if (item) onOpen(item.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (total === 0 || usesOwnKeys(event.target)) return;
    if (selectByKey(event, active, total, selection)) return;
    if (event.key === "Enter" && event.target === event.currentTarget) return open(active);
    const index = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepOf(event.key, input);
    if (index === undefined) return;
    event.preventDefault();
    goTo(index);
    if (event.shiftKey) void selection.extendTo(index);
  };
  const onClick = (event: MouseEvent): void => {
    const index = indexUnder(event.target);
    if (index === undefined) return;
    goTo(index);
    if (event.shiftKey) return void selection.extendTo(index);
    const isCheck = event.target instanceof Element && event.target.closest("label, input") !== null;
    if (isCheck || event.ctrlKey || event.metaKey) return toggleAt(event, index);
    const isPlaying = event.target instanceof Element && event.target.closest("button, video") !== null;
    if (!isPlaying) open(index);
  };
  const toggleAt = (event: MouseEvent, index: number): void => {
    // A label passes its click on to its box, which would count twice.
    if (event.target instanceof HTMLLabelElement) return;
    selection.toggle(index);
  };
  const onDragStart = (event: DragEvent): void => {
    const item = pages.itemAt(indexUnder(event.target) ?? -1);
    if (!item) return;
    dragAssets(event, selection.has(item.id) ? [...selection.items.keys()] : [item.id]);
  };
  const onFocus = (event: FocusEvent): void => {
    if (event.target === event.currentTarget && active < 0 && total > 0) goTo(0);
  };
  return { onKeyDown, onClick, onDragStart, onFocus };
};
