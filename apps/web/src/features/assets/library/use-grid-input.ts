import type { DragEvent, KeyboardEvent, MouseEvent } from "react";
import { usesOwnKeys } from "../../../ui/keyboard.ts";
import { type TileGridState, tileAfterKey, tileIndexOf } from "../../../ui/tile-grid/use-tile-grid.ts";
import { dragAssets } from "./drag.ts";
import { selectByKey } from "./list-keys.ts";
import type { Selection } from "./selection.ts";
import type { AssetPages } from "./use-asset-pages.ts";

interface GridInput {
  grid: TileGridState;
  pages: AssetPages;
  selection: Selection;
  onOpen: (id: string) => void;
}

/** Keyboard, click and drag handling for all tiles, with one set of delegated listeners. */
export const useGridInput = ({ grid, pages, selection, onOpen }: GridInput) => {
  const { count, active, goTo } = grid;
  const open = (index: number): void => {
    const item = pages.itemAt(index);
    if (item) onOpen(item.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (count === 0 || usesOwnKeys(event.target)) return;
    if (selectByKey(event, active, count, selection)) return;
    if (event.key === "Enter" && event.target === event.currentTarget) return open(active);
    const index = event.ctrlKey || event.metaKey || event.altKey ? undefined : tileAfterKey(event.key, grid);
    if (index === undefined) return;
    event.preventDefault();
    goTo(index);
    if (event.shiftKey) void selection.extendTo(index);
  };
  const onClick = (event: MouseEvent): void => {
    const index = tileIndexOf(event.target);
    if (index === undefined) return;
    goTo(index);
    if (event.shiftKey) return void selection.extendTo(index);
    const isCheck = event.target instanceof Element && event.target.closest("label, input") !== null;
    if (isCheck || event.ctrlKey || event.metaKey) return toggleAt(event, index);
    const isPlaying = event.target instanceof Element && event.target.closest("button, video") !== null;
    if (!isPlaying) open(index);
  };
  const toggleAt = (event: MouseEvent, index: number): void => {
    // A label forwards its click to its checkbox, which would toggle twice.
    if (event.target instanceof HTMLLabelElement) return;
    selection.toggle(index);
  };
  const onDragStart = (event: DragEvent): void => {
    const item = pages.itemAt(tileIndexOf(event.target) ?? -1);
    if (!item) return;
    dragAssets(event, selection.has(item.id) ? [...selection.items.keys()] : [item.id]);
  };
  return { onKeyDown, onClick, onDragStart };
};
