export const OUTCOMES = ["a", "b", "tie", "both_bad"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Aggregation = "All" | "Average";
export type Direction = "higher" | "lower" | "none";
export type Level = "nominal" | "ordinal" | "interval" | "ratio";

/** All columns have one length. The order of the rows means nothing. */
export interface VoteColumns {
  readonly prompt: Int32Array;
  /** Which clips of the prompt: votes about one prompt, sample and pair are about the same two clips. */
  readonly sample: Int32Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** A place in OUTCOMES, in the terms of a and b whatever side each was shown on. */
  readonly outcome: Uint8Array;
  /** One where b was shown on the left. */
  readonly wasSwapped: Uint8Array;
  readonly rater: Int32Array;
  readonly weight: Float64Array;
}

/** A row stands for `count` equal answers about one clip; the same rows one by one give the same board. */
export interface RatingColumns {
  readonly prompt: Int32Array;
  readonly entry: Int32Array;
  readonly sample: Int32Array;
  /** A place in the parts of its axis; zero where there are none. */
  readonly part: Int32Array;
  /** A boolean as 0 or 1; a list as 0 or 1 for each of its options; a text as 1. */
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
  /** Judged or not. */
  readonly prompts: number;
  readonly promptWeight: Float64Array;
  /** Of each prompt its place in categories, or −1. */
  readonly category: Int32Array;
  readonly categories: readonly string[];
  readonly baseline: number | null;
  readonly aggregation: Aggregation;
  /** The first is the main one: what is said of the whole board is said of it. */
  readonly axes: readonly AxisInput[];
  readonly raters: number;
  /** What was answered first and what was answered when it was asked again. */
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
