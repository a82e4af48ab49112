import type { Board, BoardAxis, BoardEntry, EvaluationDetail, Interval } from "@dailies/contract";

/** What the board is opened for comes first: the choice between two, and of ratings the total where there is one. */
export const axesOf = ({ axes, total }: Board): readonly BoardAxis[] => {
  const [first, ...others] = axes;
  if (!total || !first) return axes;
  return first.kind === "choice" ? [first, total, ...others] : [total, ...axes];
};

/** The axis that the address names; an axis that is gone counts as none. */
export const axisOf = (board: Board, key?: string): BoardAxis | undefined => {
  const axes = axesOf(board);
  return axes.find((axis) => axis.key === key) ?? axes[0];
};

/** The axis that missing votes, fragility, categories and prompts are told of. */
export const mainAxis = (board: Board): BoardAxis | undefined => board.axes[0];

const rankOf = ({ rank }: BoardEntry): number => rank ?? Number.POSITIVE_INFINITY;

const scoreOf = ({ score }: BoardEntry, direction: BoardAxis["direction"]): number => {
  if (score === null) return Number.NEGATIVE_INFINITY;
  return direction === "lower" ? -score.value : score.value;
};

/** By rank, then by score within a shared rank; those that cannot be told come last. */
export const inOrder = ({ entries, direction }: BoardAxis): BoardEntry[] =>
  entries.toSorted((one, other) => {
    const byRank = rankOf(one) - rankOf(other);
    // Two without a rank are as far apart as infinity from itself.
    if (byRank !== 0 && !Number.isNaN(byRank)) return byRank;
    const byScore = scoreOf(other, direction) - scoreOf(one, direction);
    return byScore !== 0 && !Number.isNaN(byScore) ? byScore : one.entry - other.entry;
  });

export const isRankShared = ({ entries }: BoardAxis, { entry, rank }: BoardEntry): boolean =>
  rank !== null && entries.some((other) => other.entry !== entry && other.rank === rank);

export const rankedFirst = (axis: BoardAxis): BoardEntry[] => inOrder(axis).filter(({ rank }) => rank === 1);

export const halfWidth = ({ low, high }: Interval): number => (high - low) / 2;

export interface Scale {
  low: number;
  high: number;
}

const MARGIN = 0.04;

/** What all intervals of an axis lie in, with a little air; nothing where there is no interval. */
export const scaleOf = (entries: readonly BoardEntry[]): Scale | undefined => {
  const scores = entries.flatMap(({ score }) => (score ? [score] : []));
  if (scores.length === 0) return undefined;
  const low = Math.min(...scores.map((score) => score.low));
  const high = Math.max(...scores.map((score) => score.high));
  const air = high > low ? (high - low) * MARGIN : 0.5;
  return { low: low - air, high: high + air };
};

/** Where a value stands on a scale: 0…100. */
export const placeOn = ({ low, high }: Scale, value: number): number =>
  Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));

export type Band = "good" | "tentative" | "low" | "undefined";

/** How far answers that agree this much can be leant on. */
export const bandOf = (alpha: number | null): Band => {
  if (alpha === null) return "undefined";
  if (alpha >= 0.8) return "good";
  return alpha >= 0.667 ? "tentative" : "low";
};

export const hasStarted = ({ status }: Pick<EvaluationDetail, "status">): boolean =>
  status === "Benchmarking" || status === "Finished";

/** Nothing is known of any entry yet. */
export const isBlank = (board: Board): boolean =>
  axesOf(board).every(({ entries }) => entries.every(({ score }) => score === null)) && board.method.votes === 0;

export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;
