import { defineCall, defineStream } from "../../../../../platform/processes/calls.ts";
import type { AboutFiles, SharedLance } from "../../../../storage/index.ts";
import type { SampleRow } from "../source.ts";

export type AboutLance = AboutFiles & SharedLance;

export interface AboutParquet extends AboutFiles {
  readonly object: string;
}

export interface LanceField {
  readonly name: string;
  /** Bytes, which are not taken over. */
  readonly isWide: boolean;
  /** Of vectors, otherwise 0. */
  readonly dimensions: number;
}

export interface LancePlan {
  readonly rows: number;
  readonly fields: readonly LanceField[];
}

export interface PlannedGroup {
  readonly rows: number;
  readonly bytes: number;
}

/** Samples in order, and the format's own type names of their columns. */
export interface ReadRows {
  readonly encodings: readonly (readonly [string, string])[];
  readonly rows: readonly SampleRow[];
}

const PLANS = {
  running: 8,
  waiting: 1_000,
  ofOnePerson: { running: 12, waiting: 200 },
  timeMs: 5 * 60_000,
  graceMs: 5_000,
};
const READS = { running: 4, waiting: 1_000, timeMs: 10 * 60_000, graceMs: 5_000 };

/** What indexing asks about files that need a library, or a reader that holds much in memory. */
export const sourceCalls = {
  planLance: defineCall<AboutLance, LancePlan>("index.lance.plan", PLANS),
  readLance: defineStream<AboutLance & { readonly from: number; readonly to: number }, ReadRows>(
    "index.lance.read",
    READS,
  ),
  planParquet: defineCall<AboutParquet, readonly PlannedGroup[]>("index.parquet.plan", PLANS),
  readParquet: defineStream<AboutParquet & { readonly group: number }, ReadRows>("index.parquet.read", READS),
};
