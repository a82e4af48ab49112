export const OUTCOMES = ["a", "b", "tie", "both_bad"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Aggregation = "All" | "Average";
export type Direction = "higher" | "lower" | "none";
export type Level = "nominal" | "ordinal" | "interval" | "ratio";

/** All columns have the same length. Row order is irrelevant. */
export interface VoteColumns {
  readonly prompt: Int32Array;
  /** Sample number: judgements with the same prompt, sample and pair compare the same two clips. */
  readonly sample: Int32Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Index into OUTCOMES, in terms of a and b regardless of the side each was shown on. */
  readonly outcome: Uint8Array;
  /** 1 when b was shown on the left. */
  readonly wasSwapped: Uint8Array;
  readonly rater: Int32Array;
  readonly weight: Float64Array;
}

/** A row represents `count` equal answers about one clip; expanding the rows gives the same leaderboard. */
export interface RatingColumns {
  readonly prompt: Int32Array;
  readonly entry: Int32Array;
  readonly sample: Int32Array;
  /** Index into the parts of its axis; zero when there are none. */
  readonly part: Int32Array;
  /** A boolean as 0 or 1; a list as 0 or 1 per option; a text as 1. */
  readonly value: Float64Array;
  readonly count: Int32Array;
}

interface AxisFields {
  readonly key: string;
  readonly direction: Direction;
  readonly weight: number;
}

export interface VotesAxis extends AxisFields {
  readonly kind: "choice";
  readonly votes: VoteColumns;
}

export interface RatingsAxis extends AxisFields {
  readonly kind: "number" | "boolean" | "list" | "key_value" | "text";
  readonly level: Level;
  /** The options of a list, the keys of a map. */
  readonly parts: readonly string[];
  readonly ratings: RatingColumns;
}

export type AxisInput = VotesAxis | RatingsAxis;

export interface BoardInput {
  readonly entries: number;
  /** All prompts, judged or not. */
  readonly prompts: number;
  readonly promptWeight: Float64Array;
  /** Index into categories per prompt, or −1. */
  readonly category: Int32Array;
  readonly categories: readonly string[];
  readonly baseline: number | null;
  readonly aggregation: Aggregation;
  /** The first is the main axis: statements about the whole leaderboard refer to it. */
  readonly axes: readonly AxisInput[];
  readonly raters: number;
  /** The first answer, and the answer when the item was repeated. */
  readonly repeats: { readonly first: Int32Array; readonly second: Int32Array };
}

export const emptyVotes = (length: number): VoteColumns => ({
  prompt: new Int32Array(length),
  sample: new Int32Array(length),
  a: new Int32Array(length),
  b: new Int32Array(length),
  outcome: new Uint8Array(length),
  wasSwapped: new Uint8Array(length),
  rater: new Int32Array(length),
  weight: new Float64Array(length).fill(1),
});

export const emptyRatings = (length: number): RatingColumns => ({
  prompt: new Int32Array(length),
  entry: new Int32Array(length),
  sample: new Int32Array(length),
  part: new Int32Array(length),
  value: new Float64Array(length),
  count: new Int32Array(length).fill(1),
});
