import type { GridCell } from "@dailies/contract";

/** The samples of each cell by "row.col". A sample that was never requested is absent. */
export type CellIndex = ReadonlyMap<string, readonly GridCell[]>;

export const placeOf = (row: number, col: number): string => `${row}.${col}`;

const isSameList = (one: readonly GridCell[], other: readonly GridCell[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

/** Reuses lists whose cells are unchanged, so that only changed cells re-render. */
export const indexCells = (cells: readonly GridCell[], before?: CellIndex): CellIndex => {
  const index = new Map<string, GridCell[]>();
  for (const cell of cells) {
    const place = placeOf(cell.row, cell.col);
    const list = index.get(place);
    if (list) list.push(cell);
    else index.set(place, [cell]);
  }
  if (!before) return index;
  const kept = new Map<string, readonly GridCell[]>(index);
  for (const [place, list] of index) {
    const old = before.get(place);
    if (old && isSameList(old, list)) kept.set(place, old);
  }
  return kept;
};
