import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Lark } from "../../../platform/lark/lark.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { ExportRecord } from "../export.store.ts";
import type { RowSource } from "./export-table.ts";

export interface RunExportDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly publicOrigin: string;
  readonly lark: Lark | undefined;
  /** Size of a file part; storage accepts smaller parts only at the end. */
  readonly partBytes?: number;
}

/** The input of one batch; the source has the columns from the start of the export. */
export interface ExportBatch {
  readonly job: ExportRecord;
  readonly source: RowSource;
}

/** `wait`: another export holds the table. `over`: the run was cancelled or replaced. */
export type BatchOutcome = "more" | "done" | "wait" | "over";

/** Rows read at once, for every target. */
export const BATCH_ROWS = 500;
