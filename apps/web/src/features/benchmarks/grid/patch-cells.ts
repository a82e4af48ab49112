import type { CellChange, CellStatus, GridCell } from "@dailies/contract";

const placeOf = ({ row, col, sample }: { row: number; col: number; sample: number }): string =>
  `${row}.${col}.${sample}`;

const newCell = ({ row, col, sample, ...change }: CellChange): GridCell => ({
  row,
  col,
  sample,
  ...change,
  seed_used: null,
  cost: null,
  took_s: null,
  clip: null,
  warnings: [],
  is_reused: false,
  is_pinned: false,
  is_stale: false,
  excluded_reason: null,
  error: null,
});

const isApplied = (cell: GridCell, change: CellChange): boolean =>
  cell.status === change.status &&
  cell.progress === change.progress &&
  cell.queue_position === change.queue_position &&
  cell.attempt_count === change.attempt_count;

/** A final status implies data the event does not carry: the clip, the cost, the error. */
const ENDS: ReadonlySet<CellStatus> = new Set(["Succeeded", "Failed", "Cancelled", "Excluded"]);

interface Patched {
  cells: GridCell[];
  /** Parts of the window must be refetched. */
  needsLook: boolean;
}

/** Applies the events to a window; undefined if nothing in it changed. */
export const patchCells = (cells: readonly GridCell[], changes: readonly CellChange[]): Patched | undefined => {
  const pending = new Map(changes.map((change) => [placeOf(change), change]));
  let isChanged = false;
  let needsLook = false;
  const patched = cells.map((cell) => {
    const change = pending.get(placeOf(cell));
    if (!change) return cell;
    pending.delete(placeOf(cell));
    if (isApplied(cell, change)) return cell;
    isChanged = true;
    const isSameEnd = cell.status === change.status && cell.attempt_count === change.attempt_count;
    needsLook ||= (ENDS.has(change.status) || ENDS.has(cell.status)) && !isSameEnd;
    return { ...cell, ...change };
  });
  for (const change of pending.values()) {
    isChanged = true;
    needsLook ||= ENDS.has(change.status);
    patched.push(newCell(change));
  }
  return isChanged ? { cells: patched, needsLook } : undefined;
};
