import type { Interval } from "./board-result.ts";
import type { Comparison } from "./compare-entries.ts";

/** Who is ahead of whom for certain, as "one > other". */
export type Ahead = Set<string>;

const name = (one: number, other: number): string => `${one} > ${other}`;

export const markAhead = (ahead: Ahead, one: number, other: number): void => {
  ahead.add(name(one, other));
};

export const isAhead = (ahead: Ahead, one: number, other: number): boolean => ahead.has(name(one, other));

/** A difference that is nothing but rounding. */
const ROUNDING = 1e-9;

const liesAbove = (one: Interval | null | undefined, other: Interval | null | undefined): boolean =>
  one != null && other != null && one.low > other.high;

/**
 * One is ahead of another where their intervals do not overlap and their difference stands among all comparisons of the
 * board. The second matters because each interval errs once in twenty: of eight equal models some would be told apart by
 * their intervals alone on one board in five.
 */
export const addAhead = (ahead: Ahead, pairs: readonly Comparison[], scores: readonly (Interval | null)[]): void => {
  for (const { one, other, difference, deviation, critical } of pairs) {
    if (Math.abs(difference) <= Math.max(critical * deviation, ROUNDING)) continue;
    const [better, worse] = difference > 0 ? [one, other] : [other, one];
    if (liesAbove(scores[better], scores[worse])) markAhead(ahead, better, worse);
  }
};

/** One more than the number of those who are ahead. */
export const rankOf = (ahead: Ahead, entry: number, group: readonly number[]): number =>
  1 + group.filter((other) => isAhead(ahead, other, entry)).length;
