import type { GridCell, PlayableClip } from "@dailies/contract";

/** Signed URLs are valid for ten minutes; renew the displayed ones before that. */
export const ADDRESSES_KEPT_MS = 7 * 60_000;

const bornAt = new WeakMap<PlayableClip, number>();

interface Cells {
  cells: GridCell[];
}

const keyOf = ({ row, col, sample }: GridCell): string => `${row}.${col}.${sample}`;

/** Returns the displayed clip while its signed URLs are valid, otherwise the new one. */
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
 * Merges a refetched grid without disturbing unchanged cells: a clip keeps its current signed URLs while they are valid, and
 * an unchanged cell keeps its identity, so that it does not re-render.
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

/** Same for one cell with its attempts: new signed URLs would restart a playing clip. */
export const keepAddress = <Detail extends { cell: GridCell }>(
  old: Detail | undefined,
  next: Detail,
  now = Date.now(),
): Detail => ({ ...next, cell: withOldClip(next.cell, old?.cell, now) });
