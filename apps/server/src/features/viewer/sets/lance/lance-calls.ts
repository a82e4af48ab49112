import { defineCall } from "../../../../platform/processes/calls.ts";
import type { AboutFiles, SharedLance } from "../../../storage/index.ts";
import type { SetColumn } from "../shard-set.ts";
import type { PlainCell } from "../view-cell.ts";

export type AboutLance = AboutFiles & SharedLance;

export interface LanceFacts {
  readonly rows: number;
  readonly columns: readonly Pick<SetColumn, "name" | "encoding">[];
  readonly fragments: readonly { readonly rows: number; readonly files: readonly string[] }[];
}

export interface LanceRow {
  readonly values: Readonly<Record<string, PlainCell | Uint8Array>>;
  /** Binary columns that were not requested. */
  readonly unread: ReadonlySet<string>;
}

const READS = {
  running: 8,
  waiting: 400,
  ofOnePerson: { running: 6, waiting: 200 },
  timeMs: 120_000,
  graceMs: 2_000,
};

/** What the viewer asks about Lance tables. */
export const lanceCalls = {
  describe: defineCall<AboutLance, LanceFacts>("viewer.lance.describe", READS),
  /** A row without binary values, or the one requested column whatever it holds. */
  readRow: defineCall<
    AboutLance & { readonly index: number; readonly column: string | undefined },
    LanceRow | undefined
  >("viewer.lance.readRow", READS),
};
