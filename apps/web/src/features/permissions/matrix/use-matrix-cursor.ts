import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from "react";
import { hasModifier, usesOwnKeys } from "../../../ui/keyboard.ts";
import { PERMISSIONS_KEYS } from "../permissions.shortcuts.ts";
import type { MatrixWindow } from "./use-matrix-window.ts";

export interface Cursor {
  row: number;
  column: number;
}

interface CursorOptions {
  rows: number;
  columns: number;
  rowWindow: MatrixWindow;
  onToggle: (cell: Cursor) => void;
  onOpen: (row: number) => void;
}

const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
const TOGGLE = PERMISSIONS_KEYS.toggle.keys[0];

const nextCell = (key: string, { row, column }: Cursor, pageRows: number, columns: number): Cursor | undefined => {
  const steps: Record<string, Cursor> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  };
  return steps[key];
};

const cellOf = (target: EventTarget): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>("[data-row]")) || undefined;

/** The grid holds the focus and uses aria-activedescendant: arrows move, space toggles, Enter opens the user. */
export const useMatrixCursor = ({ rows, columns, rowWindow, onToggle, onOpen }: CursorOptions) => {
  const gridId = useId();
  const [chosen, setCursor] = useState<Cursor>();
  const cursor =
    chosen && rows > 0 ? { row: within(chosen.row, rows), column: within(chosen.column, columns) } : undefined;
  const idOf = ({ row, column }: Cursor): string => `${gridId}-${row}-${column}`;
  const cursorId = cursor && rowWindow.indexes.includes(cursor.row) ? idOf(cursor) : undefined;

  useEffect(() => {
    if (cursorId) document.getElementById(cursorId)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [cursorId]);

  const moveTo = ({ row, column }: Cursor): void => {
    const next = { row: within(row, rows), column: within(column, columns) };
    setCursor(next);
    rowWindow.scrollTo(next.row);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!cursor || hasModifier(event) || usesOwnKeys(event.target)) return;
    const next = nextCell(event.key, cursor, rowWindow.visibleCount, columns);
    if (next) moveTo(next);
    else if (event.key === TOGGLE) onToggle(cursor);
    else if (event.key === "Enter") onOpen(cursor.row);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent): void => {
    const { row, column } = cellOf(event.target)?.dataset ?? {};
    if (row === undefined) return;
    if (column === undefined) return onOpen(Number(row));
    const cell = { row: Number(row), column: Number(column) };
    setCursor(cell);
    onToggle(cell);
  };

  const onFocus = (): void => {
    if (!cursor && rows > 0) setCursor({ row: rowWindow.indexes[0] ?? 0, column: 0 });
  };
  return { cursor, cursorId, idOf, handlers: { onKeyDown, onClick, onFocus } };
};
