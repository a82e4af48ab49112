import type { Interval } from "./board-result.ts";
import type { Comparison } from "./compare-entries.ts";

/** Significant differences, as "one > other". */
export type Ahead = Set<string>;

const name = (one: number, other: number): string => `${one} > ${other}`;

export const markAhead = (ahead: Ahead, one: number, other: number): void => {
  ahead.add(name(one, other));
};

export const isAhead = (ahead: Ahead, one: number, other: number): boolean => ahead.has(name(one, other));

/** Smaller differences are rounding errors. */
const ROUNDING = 1e-9;

const liesAbove = (one: Interval | null | undefined, other: Interval | null | undefined): boolean =>
  one != null && other != null && one.low > other.high;

/**
 * One entry is ahead of another when their intervals do not overlap and their difference is significant among all
 * comparisons of the leaderboard. The second condition matters because each interval errs once in twenty: with eight equal
 * models, intervals alone would separate some of them on one leaderboard in five.
 */
export const addAhead = (ahead: Ahead, pairs: readonly Comparison[], scores: readonly (Interval | null)[]): void => {
  for (const { one, other, difference, deviation, critical } of pairs) {
    if (Math.abs(difference) <= Math.max(critical * deviation, ROUNDING)) continue;
    const [better, worse] = difference > 0 ? [one, other] : [other, one];
    if (liesAbove(scores[better], scores[worse])) markAhead(ahead, better, worse);
  }
  addBelow(ahead, pairs, scores);
};

/**
 * Whoever is ahead of an entry is also ahead of those that score less and whose intervals do not overlap with its own. An
 * entry that hardly ever wins has some resamples in which it never does, and these stretch the deviation of its differences
 * so far that the last entry would share the first rank with an entry that is ahead of the one between them.
 */
const addBelow = (ahead: Ahead, pairs: readonly Comparison[], scores: readonly (Interval | null)[]): void => {
  const members = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const scoreOf = (entry: number): number => scores[entry]?.value ?? Number.NaN;
  for (const first of members) {
    const behind = members.filter((entry) => isAhead(ahead, first, entry));
    const highest = Math.max(...behind.map(scoreOf));
    for (const entry of members) {
      if (scoreOf(entry) <= highest && liesAbove(scores[first], scores[entry])) markAhead(ahead, first, entry);
    }
  }
};

/**
 * The members of a group that have a rank: those with a score, and those without one that a sign test sets apart from every
 * score. If nobody has a score, being set apart from anybody is enough.
 */
export const listRanked = (
  ahead: Ahead,
  group: readonly number[],
  scores: readonly (Interval | null)[],
): readonly number[] => {
  const isApart = (one: number, other: number): boolean => isAhead(ahead, one, other) || isAhead(ahead, other, one);
  const hasScore = (entry: number): boolean => scores[entry] != null;
  const scored = group.filter(hasScore);
  return group.filter((entry) => {
    if (hasScore(entry)) return true;
    return scored.length > 0
      ? scored.every((other) => isApart(entry, other))
      : group.some((other) => isApart(entry, other));
  });
};

/** One plus the number of entries that are ahead. */
export const rankOf = (ahead: Ahead, entry: number, group: readonly number[]): number =>
  1 + group.filter((other) => isAhead(ahead, other, entry)).length;
