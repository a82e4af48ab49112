import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { hasModifier, usesOwnKeys } from "../../../ui/keyboard.ts";
import { BENCHMARKS_KEYS } from "../benchmarks.shortcuts.ts";
import { type CellAddress, type GridSize, readAddress, stepFrom } from "../cell-address.ts";
import type { Playing } from "./use-playing.ts";

interface GridInput {
  size: GridSize;
  cursor: CellAddress | undefined;
  pageRows: number;
  playing: Playing;
  moveTo: (cell: CellAddress) => void;
  onOpen: (cell: CellAddress) => void;
  onCompare: (cell: CellAddress) => void;
}

const FIRST: CellAddress = { row: 0, col: 0, sample: 0 };
const [PLAY_KEY] = BENCHMARKS_KEYS.play.keys;
const [PANEL_KEY] = BENCHMARKS_KEYS.panel.keys;

const addressUnder = (target: EventTarget): CellAddress | undefined => {
  const place = target instanceof Element && target.closest<HTMLElement>("[data-cell]")?.dataset.cell;
  return place ? readAddress(place) : undefined;
};

const stepOf = (key: string, pageRows: number): { rows?: number; places?: number } | undefined => {
  const far = Number.MAX_SAFE_INTEGER / 2;
  const steps: Record<string, { rows?: number; places?: number }> = {
    ArrowDown: { rows: 1 },
    ArrowUp: { rows: -1 },
    ArrowRight: { places: 1 },
    ArrowLeft: { places: -1 },
    PageDown: { rows: pageRows },
    PageUp: { rows: -pageRows },
    Home: { places: -far },
    End: { places: far },
  };
  return steps[key];
};

/** Arrow keys, pointer and clicks for all cells, with one set of delegated listeners. The screen handles letter keys. */
export const useGridInput = ({ size, cursor, pageRows, playing, moveTo, onOpen, onCompare }: GridInput) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    // A button inside the grid handles its own Enter and space.
    if (event.target !== event.currentTarget || usesOwnKeys(event.target) || hasModifier(event)) return;
    const step = stepOf(event.key, pageRows);
    const at = cursor ?? FIRST;
    if (step) moveTo(cursor ? stepFrom(at, step, size) : FIRST);
    else if (event.key === PLAY_KEY && cursor) playing.toggle(cursor);
    else if (event.key === PANEL_KEY) onOpen(at);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const cell = addressUnder(event.target);
    if (!cell) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) return onCompare(cell);
    onOpen(cell);
  };
  const onPointerOver = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") playing.settleOn(addressUnder(event.target));
  };
  const onFocus = (event: FocusEvent): void => {
    if (event.target === event.currentTarget && !cursor && size.rows > 0 && size.columns > 0) moveTo(FIRST);
  };
  return { onKeyDown, onClick, onPointerOver, onPointerLeave: playing.stop, onFocus };
};
