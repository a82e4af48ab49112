import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { hasModifier } from "../../../ui/keyboard.ts";

const tilesIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("[data-tile-link]")];

/** The number of tiles in the first row of the current layout. */
const columnsOf = (tiles: readonly HTMLElement[]): number => {
  const top = tiles[0]?.getBoundingClientRect().top;
  const firstBelow = tiles.findIndex((tile) => tile.getBoundingClientRect().top !== top);
  return firstBelow < 0 ? tiles.length : firstBelow;
};

const stepOf = (key: string, at: number, columns: number, count: number): number | undefined =>
  ({
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    j: at + columns,
    ArrowUp: at - columns,
    k: at - columns,
    Home: 0,
    End: count - 1,
  })[key];

/** Roving tabindex: one tab stop, arrow keys within the wall. */
export const useTileWalk = (list: RefObject<HTMLElement | null>) => {
  const [active, setActive] = useState(0);
  const onFocus = (event: FocusEvent): void => {
    const at = list.current ? tilesIn(list.current).indexOf(event.target as HTMLElement) : -1;
    if (at >= 0) setActive(at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const tiles = list.current ? tilesIn(list.current) : [];
    const at = tiles.indexOf(event.target as HTMLElement);
    if (at < 0 || hasModifier(event)) return;
    const step = stepOf(event.key, at, columnsOf(tiles), tiles.length);
    if (step === undefined) return;
    event.preventDefault();
    tiles[Math.min(tiles.length - 1, Math.max(0, step))]?.focus();
  };
  return { active, onFocus, onKeyDown };
};
