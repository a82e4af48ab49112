import type { KeyboardEvent, MouseEvent } from "react";
import { hasModifier, usesOwnKeys } from "../../../../ui/keyboard.ts";
import { type TileGridState, tileAfterKey, tileIndexOf } from "../../../../ui/tile-grid/use-tile-grid.ts";

interface GridInput {
  grid: TileGridState;
  onOpen: (index: number) => void;
  onPick: (index: number) => void;
}

/** Keyboard and click handling for all tiles, with one set of delegated listeners. */
export const useGridInput = ({ grid, onOpen, onPick }: GridInput) => {
  const { count, active, goTo } = grid;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (count === 0 || usesOwnKeys(event.target) || hasModifier(event)) return;
    if (event.target === event.currentTarget && active >= 0) {
      if (event.key === "Enter") return onOpen(active);
      if (event.key === " ") {
        event.preventDefault();
        return onPick(active);
      }
    }
    const index = tileAfterKey(event.key, grid);
    if (index === undefined) return;
    event.preventDefault();
    goTo(index);
  };
  const onClick = (event: MouseEvent): void => {
    const index = tileIndexOf(event.target);
    // A label forwards its click to its checkbox, which would toggle twice.
    if (index === undefined || event.target instanceof HTMLLabelElement) return;
    goTo(index);
    const isCheck = event.target instanceof Element && event.target.closest("label, input") !== null;
    if (isCheck || event.ctrlKey || event.metaKey || event.shiftKey) onPick(index);
    else onOpen(index);
  };
  return { onKeyDown, onClick };
};
