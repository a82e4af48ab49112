import type { ParquetCell } from "@dailies/formats/parquet/convert-cell";
import { defineCall } from "../../../../platform/processes/calls.ts";
import type { AboutFiles } from "../../../storage/index.ts";
import type { VerifyFault } from "../../verify/verdict.ts";
import type { SetColumn } from "../shard-set.ts";

/** More columns of a set are not shown. */
export const MAX_COLUMNS = 1_000;

interface AboutParquet extends AboutFiles {
  /** Of the opened set: files with the same key of another set may be others. */
  readonly setId: string;
  readonly object: string;
}

export interface ParquetSummary {
  readonly rows: number;
  readonly columns: readonly Pick<SetColumn, "name" | "encoding">[];
}

export interface ParquetRowCell {
  readonly name: string;
  readonly encoding: string;
  readonly found:
    | { readonly cell: ParquetCell }
    | { readonly fault: string }
    /** Its column chunk is too large to be read for one value. */
    | { readonly chunkBytes: number };
}

export interface ParquetRow {
  /** Of the row group. */
  readonly begin: number;
  readonly end: number;
  /** Columns that were found in memory. */
  readonly hits: number;
  readonly cells: readonly ParquetRowCell[];
}

export interface FoundFaults {
  readonly faults: readonly Omit<VerifyFault, "shard">[];
  /** With those that are not listed. */
  readonly total: number;
  readonly isTruncated: boolean;
}

const READS = {
  running: 8,
  waiting: 400,
  ofOnePerson: { running: 6, waiting: 200 },
  timeMs: 120_000,
  graceMs: 2_000,
};
const CHECKS = { running: 1, waiting: 100, timeMs: 30 * 60_000, graceMs: 2_000 };

/** What the viewer asks about Parquet files. */
export const parquetCalls = {
  summarise: defineCall<AboutParquet, ParquetSummary>("viewer.parquet.summarise", READS),
  readRow: defineCall<AboutParquet & { readonly row: number; readonly column: string | undefined }, ParquetRow>(
    "viewer.parquet.readRow",
    READS,
  ),
  /** The footer and, if asked for, every column of every row group. */
  verify: defineCall<AboutParquet & { readonly decodesSamples: boolean; readonly first: number }, FoundFaults>(
    "viewer.parquet.verify",
    CHECKS,
  ),
};
