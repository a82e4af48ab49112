import { intervalOf } from "../math/intervals.ts";
import { f64 } from "../math/numbers.ts";
import type { Direction } from "./board-input.ts";
import type { Figure, Interval } from "./board-result.ts";
import {
  addBeats,
  type Comparison,
  columnOf,
  compareAll,
  deltaOf,
  emptyBeats,
  type Sampled,
} from "./compare-entries.ts";
import { type Ahead, addAhead } from "./ranks.ts";

/** Negates values where smaller is better. */
const orient = (sampled: Sampled, direction: Direction): Sampled =>
  direction === "lower"
    ? { ...sampled, point: sampled.point.map((value) => -value), samples: sampled.samples.map((value) => -value) }
    : sampled;

const flip = (interval: Interval): Interval => ({ value: -interval.value, low: -interval.high, high: -interval.low });

export const scoresOf = (sampled: Sampled): (Interval | null)[] =>
  Array.from(sampled.point, (value, entry) =>
    Number.isNaN(value) ? null : intervalOf(value, columnOf(sampled, entry), f64(sampled.prompts, entry)),
  );

export const deltasOf = (
  sampled: Sampled,
  baseline: number | null,
  isComparable: (one: number, other: number) => boolean,
): (Interval | null)[] =>
  Array.from(sampled.point, (_, entry) =>
    baseline === null || entry === baseline || !isComparable(entry, baseline)
      ? null
      : deltaOf(sampled, entry, baseline),
  );

export interface Standing {
  readonly scores: (Interval | null)[];
  readonly beats: Figure[][];
  readonly ahead: Ahead;
  /** One for each list of members. */
  readonly comparisons: readonly (readonly Comparison[])[];
}

/** Comparisons and ranks of entries, within each of these lists of entries that share one scale. */
export const standingOf = (sampled: Sampled, direction: Direction, lists: readonly (readonly number[])[]): Standing => {
  const better = orient(sampled, direction);
  const scores = scoresOf(sampled);
  const turned = direction === "lower" ? scores.map((score) => score && flip(score)) : scores;
  const beats = emptyBeats(sampled.point.length);
  const ahead: Ahead = new Set();
  const comparisons = lists.map((members) => {
    const compared = compareAll(better, members);
    addBeats(better, members, beats);
    addAhead(ahead, compared, turned);
    return compared;
  });
  return { scores, beats, ahead, comparisons };
};
