import type { GridCell, PlayableClip } from "@dailies/contract";

/** Addresses work for ten minutes; those on the page are renewed before that. */
export const ADDRESSES_KEPT_MS = 7 * 60_000;

const bornAt = new WeakMap<PlayableClip, number>();

interface Cells {
  cells: GridCell[];
}

const keyOf = ({ row, col, sample }: GridCell): string => `${row}.${col}.${sample}`;

/** The clip as it is shown already, while its addresses work; else the new one. */
const keepClip = (clip: PlayableClip, known: PlayableClip | null | undefined, now: number): PlayableClip => {
  const isFresh = known && now - (bornAt.get(known) ?? 0) < ADDRESSES_KEPT_MS;
  if (isFresh && known.asset_id === clip.asset_id) return known;
  bornAt.set(clip, now);
  return clip;
};

const withOldClip = (cell: GridCell, old: GridCell | undefined, now: number): GridCell =>
  cell.clip ? { ...cell, clip: keepClip(cell.clip, old?.clip, now) } : cell;

const isSame = (one: GridCell, other: GridCell): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Takes over a new look at the grid without disturbing what has not changed: a clip keeps the addresses it is shown
 * with while they work, and a cell that is as it was stays the same object, so that it is not drawn again.
 */
export const keepAddresses = (old: Cells | undefined, next: Cells, now = Date.now()): Cells => {
  const known = new Map(old?.cells.map((cell) => [keyOf(cell), cell]));
  return {
    cells: next.cells.map((cell) => {
      const before = known.get(keyOf(cell));
      const merged = withOldClip(cell, before, now);
      return before && isSame(before, merged) ? before : merged;
    }),
  };
};

/** The same for one cell with its attempts: new addresses would begin a clip that plays from its start. */
export const keepAddress = <Detail extends { cell: GridCell }>(
  old: Detail | undefined,
  next: Detail,
  now = Date.now(),
): Detail => ({ ...next, cell: withOldClip(next.cell, old?.cell, now) });
