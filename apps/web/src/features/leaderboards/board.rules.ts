import type { Board, BoardAxis, BoardEntry, EvaluationDetail, Interval } from "@dailies/contract";

/** The most important axis first: the pairwise choice, or for ratings the total if there is one. */
export const axesOf = ({ axes, total }: Board): readonly BoardAxis[] => {
  const [first, ...others] = axes;
  if (!total || !first) return axes;
  return first.kind === "choice" ? [first, total, ...others] : [total, ...axes];
};

/** The axis in the URL; an axis that no longer exists is ignored. */
export const axisOf = (board: Board, key?: string): BoardAxis | undefined => {
  const axes = axesOf(board);
  return axes.find((axis) => axis.key === key) ?? axes[0];
};

/** The axis used for missing judgements, fragility, categories and prompts. */
export const mainAxis = (board: Board): BoardAxis | undefined => board.axes[0];

const rankOf = ({ rank }: BoardEntry): number => rank ?? Number.POSITIVE_INFINITY;

const scoreOf = ({ score }: BoardEntry, direction: BoardAxis["direction"]): number => {
  if (score === null) return Number.NEGATIVE_INFINITY;
  return direction === "lower" ? -score.value : score.value;
};

/** By rank, then by score within a shared rank; unranked entries last. */
export const inOrder = ({ entries, direction }: BoardAxis): BoardEntry[] =>
  entries.toSorted((one, other) => {
    const byRank = rankOf(one) - rankOf(other);
    // Two unranked entries compare as Infinity - Infinity, which is NaN.
    if (byRank !== 0 && !Number.isNaN(byRank)) return byRank;
    const byScore = scoreOf(other, direction) - scoreOf(one, direction);
    return byScore !== 0 && !Number.isNaN(byScore) ? byScore : one.entry - other.entry;
  });

/** Ranks hold within a group only: no judgement compares two groups. */
const groupOf = ({ groups, entries }: BoardAxis, entry: number): readonly number[] =>
  groups.find((group) => group.includes(entry)) ?? entries.map((one) => one.entry);

export const isRankShared = (axis: BoardAxis, { entry, rank }: BoardEntry): boolean => {
  const group = groupOf(axis, entry);
  return (
    rank !== null &&
    axis.entries.some((other) => other.entry !== entry && other.rank === rank && group.includes(other.entry))
  );
};

/** The ranked entries of the largest group that has any, by rank. */
export const rankedTogether = (axis: BoardAxis): BoardEntry[] => {
  const ranked = inOrder(axis).filter(({ rank }) => rank !== null);
  const groups = ranked.map(({ entry }) => groupOf(axis, entry));
  const most = Math.max(0, ...groups.map(({ length }) => length));
  const largest = groups.find(({ length }) => length === most) ?? [];
  return ranked.filter(({ entry }) => largest.includes(entry));
};

export const rankedFirst = (axis: BoardAxis): BoardEntry[] => rankedTogether(axis).filter(({ rank }) => rank === 1);

/** Judged in pairs, but not ranked among the others: never compared with them, or without a score that can be compared. */
export const unplacedOf = (axis: BoardAxis): BoardEntry[] => {
  if (axis.kind !== "choice" || axis.direction === "none") return [];
  const ranked = new Set(rankedTogether(axis).map(({ entry }) => entry));
  return inOrder(axis).filter(({ entry, votes }) => votes > 0 && !ranked.has(entry));
};

/** No judgement connects it with those that are ranked. */
export const isApart = (axis: BoardAxis, entry: number): boolean => {
  const [first] = rankedTogether(axis);
  const group = groupOf(axis, entry);
  return group.length === 1 || (first !== undefined && !group.includes(first.entry));
};

/** Why an entry with judgements has no score. */
export const whyUnscored = (
  axis: BoardAxis,
  { entry, tally }: BoardEntry,
): "notConnected" | "wonAll" | "lostAll" | "noScore" => {
  if (isApart(axis, entry)) return "notConnected";
  if (!tally || tally.tie + tally.both_bad > 0 || (tally.win > 0 && tally.loss > 0)) return "noScore";
  return tally.win > 0 ? "wonAll" : "lostAll";
};

export const halfWidth = ({ low, high }: Interval): number => (high - low) / 2;

const UNEVEN = 0.2;

const sidesOf = ({ value, low, high }: Interval): readonly [number, number] => {
  const [one, other] = [value - low, high - value];
  return one < other ? [one, other] : [other, one];
};

/** One side is longer by more than a fifth, so that "±" would be wrong on both. */
export const isUneven = (interval: Interval): boolean => {
  const [short, long] = sidesOf(interval);
  return long - short > long * UNEVEN;
};

export const longerSide = (interval: Interval): number => sidesOf(interval)[1];

export interface Scale {
  low: number;
  high: number;
}

const MARGIN = 0.04;

/** The range of all intervals of an axis, with some padding; undefined if there are none. */
export const scaleOf = (entries: readonly BoardEntry[]): Scale | undefined => {
  const scores = entries.flatMap(({ score }) => (score ? [score] : []));
  if (scores.length === 0) return undefined;
  const low = Math.min(...scores.map((score) => score.low));
  const high = Math.max(...scores.map((score) => score.high));
  const air = high > low ? (high - low) * MARGIN : 0.5;
  return { low: low - air, high: high + air };
};

/** The position of a value on a scale: 0…100. */
export const placeOn = ({ low, high }: Scale, value: number): number =>
  Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));

export type Band = "good" | "tentative" | "low" | "undefined";

/** Reliability band for an agreement value. */
export const bandOf = (alpha: number | null): Band => {
  if (alpha === null) return "undefined";
  if (alpha >= 0.8) return "good";
  return alpha >= 0.667 ? "tentative" : "low";
};

export const hasStarted = ({ status }: Pick<EvaluationDetail, "status">): boolean =>
  status === "Benchmarking" || status === "Finished";

/** No entry has any data yet. */
export const isBlank = (board: Board): boolean =>
  axesOf(board).every(({ entries }) => entries.every(({ score }) => score === null)) && board.method.votes === 0;

export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;
