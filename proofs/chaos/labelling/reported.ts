import type { LabelValues } from "@dailies/contract";
import type { Pace, Refusals } from "../harness/people-at-work.ts";

/** What the API has acknowledged to all labellers, compared with the database at the end. */
export interface Reported {
  /** Acknowledged labels that were not undone, with the id each was sent under. */
  readonly labels: Map<string, string>;
  readonly undone: Set<string>;
  /** Leases whose items were skipped. */
  readonly skipped: Set<string>;
  /** The last acknowledged draft of each lease that was not submitted since. */
  readonly drafts: Map<string, LabelValues>;
  readonly faults: string[];
  readonly pace: Pace;
  readonly refusals: Refusals;
  sentAgain: number;
  draftsSeenAgain: number;
}

export const nothingReported = (): Reported => ({
  labels: new Map(),
  undone: new Set(),
  skipped: new Set(),
  drafts: new Map(),
  faults: [],
  pace: { done: 0, allowed: 0 },
  refusals: new Map(),
  sentAgain: 0,
  draftsSeenAgain: 0,
});
