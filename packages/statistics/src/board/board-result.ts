import type { Aggregation, AxisInput, Direction, Level } from "./board-input.ts";

/** Increased whenever the same input may give other numbers. */
export const STATISTICS_VERSION = "3";

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export type Model = "bradley_terry" | "davidson" | "mean";
export type Figure = number | null;

export interface Tally {
  readonly win: number;
  readonly tie: number;
  readonly loss: number;
  readonly bothBad: number;
}

export interface AlphaResult {
  /** Null when all answers are equal: alpha is undefined without variation. */
  readonly value: Figure;
  readonly low: Figure;
  readonly high: Figure;
  /** Clips or pairs with two answers or more. */
  readonly units: number;
  readonly level: Level;
}

export interface EntryResult {
  readonly entry: number;
  /** Rank within its group; null without a score, unless a sign test sets it apart from those that have one. */
  readonly rank: number | null;
  readonly score: Interval | null;
  readonly delta: Interval | null;
  readonly tally: Tally | null;
  readonly votes: number;
  readonly prompts: number;
  /**
   * Why it has judgements but no score: it won, or lost, every comparison that connects it to the rest, or nothing connects
   * it to one scale.
   */
  readonly carried: "won_all" | "lost_all" | "apart" | null;
  /** The bound comes from the ridge penalty, not from judgements: it is a lower or upper limit only. */
  readonly isOpenAbove: boolean;
  readonly isOpenBelow: boolean;
}

export interface PartResult {
  readonly key: string;
  readonly values: readonly Figure[];
  readonly intervals: readonly (Interval | null)[];
}

export interface AxisResult {
  readonly key: string;
  readonly kind: AxisInput["kind"] | "total";
  readonly direction: Direction;
  readonly weight: number;
  readonly model: Model;
  readonly entries: readonly EntryResult[];
  /** P(row is better than column). */
  readonly beats: readonly (readonly Figure[])[];
  /** Connected components, largest first; there are no comparisons between them. */
  readonly groups: readonly (readonly number[])[];
  readonly alpha: AlphaResult | null;
  readonly parts: readonly PartResult[];
  readonly votes: number;
  readonly prompts: number;
}

export interface Needed {
  readonly a: number;
  readonly b: number;
  /** Further judgements that would separate them if their difference stayed the same; null when no number would. */
  readonly votes: number | null;
  /** The smallest difference in points that the judgements at hand could tell; null when they do not vary. */
  readonly resolution: Figure;
  /** Further judgements to tell a difference of this many points; `needsPrompts` when only new prompts would. */
  readonly tell: { readonly points: number; readonly votes: number; readonly needsPrompts: boolean };
}

export interface PromptResult {
  readonly prompt: number;
  readonly votes: number;
  readonly disagreement: Figure;
  readonly upset: Figure;
}

export interface BoardResult {
  readonly version: string;
  readonly seed: number;
  readonly resamples: number;
  readonly aggregation: Aggregation;
  readonly axes: readonly AxisResult[];
  readonly total: AxisResult | null;
  readonly categories: readonly {
    readonly category: string;
    readonly prompts: number;
    readonly scores: readonly Figure[];
    /** Null with a single prompt. */
    readonly intervals: readonly (Interval | null)[];
  }[];
  readonly needed: readonly Needed[];
  readonly fragility: { readonly votes: number; readonly of: number } | null;
  /** Position bias in logits; positive favours the left. */
  readonly position: Interval | null;
  readonly selfAgreement: { readonly same: number; readonly of: number } | null;
  readonly raters: number;
  readonly prompts: readonly PromptResult[];
  readonly method: {
    readonly model: Model;
    readonly ridge: number;
    readonly tieShare: Figure;
    readonly votes: number;
    readonly prompts: number;
  };
}

export interface BoardOptions {
  readonly seed: number;
  readonly resamples: number;
}
