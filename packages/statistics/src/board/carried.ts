import { i32 } from "../math/numbers.ts";
import type { PairCounts } from "../pairs/count-pairs.ts";
import type { Connections } from "../pairs/graph.ts";
import type { Direction } from "./board-input.ts";
import type { EntryResult, Figure } from "./board-result.ts";
import { setBeats } from "./compare-entries.ts";
import { type Ahead, markAhead } from "./ranks.ts";

/** The largest strongly connected component of each group that has one: the scale on which the group is measured. */
export const scalesOf = ({ groups, circles }: Connections): (readonly number[] | null)[] =>
  groups.map((group) => circles.find((circle) => circle.length > 1 && group.includes(circle[0] ?? -1)) ?? null);

const isAbove = ({ reach }: Connections, one: number, other: number): boolean =>
  (reach[one]?.has(other) ?? false) && !(reach[other]?.has(one) ?? false);

/** Why an entry of this group has no score; null when it has one. */
export const carriedOf = (
  connections: Connections,
  entry: number,
  group: readonly number[],
  scale: readonly number[] | null,
): EntryResult["carried"] => {
  if (group.length < 2 || scale?.includes(entry)) return null;
  const rest = scale ?? group;
  const isOver = rest.some((other) => isAbove(connections, entry, other));
  const isUnder = rest.some((other) => isAbove(connections, other, entry));
  if (isOver === isUnder) return "apart";
  return isOver ? "won_all" : "lost_all";
};

/** Number of prompts on which the entries of two components were compared. */
const countMeetings = (counts: PairCounts, circleOf: Int32Array): Map<number, number> => {
  const [met, last] = [new Map<number, number>(), new Map<number, number>()];
  for (let slot = 0; slot < counts.slots; slot++) {
    for (let cell = i32(counts.start, slot); cell < i32(counts.start, slot + 1); cell++) {
      const one = i32(circleOf, i32(counts.first, i32(counts.pair, cell)));
      const other = i32(circleOf, i32(counts.second, i32(counts.pair, cell)));
      const key = Math.min(one, other) * counts.entries + Math.max(one, other);
      if (one === other || last.get(key) === slot) continue;
      last.set(key, slot);
      met.set(key, (met.get(key) ?? 0) + 1);
    }
  }
  return met;
};

const indexCircles = ({ circles }: Connections, entries: number): Int32Array => {
  const circleOf = new Int32Array(entries);
  for (const [which, circle] of circles.entries()) {
    for (const member of circle) circleOf[member] = which;
  }
  return circleOf;
};

interface Judged {
  readonly counts: PairCounts;
  readonly connections: Connections;
  readonly direction: Direction;
}

/**
 * When one component won every comparison with another, no strength is finite and no resample contains a loss. What remains
 * is the sign test over the prompts they share.
 */
export const addOneSided = (
  { counts, connections, direction }: Judged,
  into: { readonly ahead: Ahead; readonly beats: Figure[][] },
): void => {
  for (const [key, prompts] of countMeetings(counts, indexCircles(connections, counts.entries))) {
    const low = connections.circles[Math.floor(key / counts.entries)] ?? [];
    const high = connections.circles[key % counts.entries] ?? [];
    const isLowBetter = isAbove(connections, low[0] ?? -1, high[0] ?? -1) === (direction !== "lower");
    const [upper, lower] = isLowBetter ? [low, high] : [high, low];
    const isCertain = 0.5 ** prompts * counts.entries * (counts.entries - 1) <= 0.05;
    for (const [one, other] of upper.flatMap((winner) => lower.map((loser) => [winner, loser] as const))) {
      setBeats(into.beats, one, other, 1 - 0.5 ** (prompts + 1));
      if (isCertain) markAhead(into.ahead, one, other);
    }
  }
};
