import type { SharedTable } from "../../../../platform/lance/open-shared-table.ts";
import { defineCall } from "../../../../platform/processes/calls.ts";

/** Columns of some rows, in the order of the table. */
export interface TakenRows {
  readonly ordinals: readonly number[];
  /** Values by row, for each of the names. */
  readonly columns: readonly (readonly unknown[])[];
}

const TABLES = {
  running: 8,
  waiting: 400,
  ofOnePerson: { running: 4, waiting: 200 },
  timeMs: 5 * 60_000,
  graceMs: 60_000,
};

/** What is asked about item tables. */
export const tableCalls = {
  takeRows: defineCall<
    SharedTable & { readonly ordinals: readonly number[]; readonly names: readonly string[] },
    TakenRows
  >("table.takeRows", TABLES),
  findNearest: defineCall<
    SharedTable & {
      readonly column: string;
      readonly point: Float32Array;
      readonly count: number;
      readonly timeMs: number;
    },
    readonly { readonly ordinal: number; readonly distance: number }[]
  >("table.findNearest", TABLES),
  countMissing: defineCall<SharedTable & { readonly column: string }, number>("table.countMissing", TABLES),
  /** Undefined for a column that holds no vectors. */
  dimensionsOf: defineCall<SharedTable & { readonly column: string }, number | undefined>("table.dimensionsOf", TABLES),
};
