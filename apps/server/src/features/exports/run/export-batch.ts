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
  /** Of a part of a file; storage takes no smaller ones but the last. */
  readonly partBytes?: number;
}

/** What one batch works on; the source has the columns that the export began with. */
export interface ExportBatch {
  readonly job: ExportRecord;
  readonly source: RowSource;
}

/** `wait` when somebody else is at the same table; `over` when nobody wants the rest any more. */
export type BatchOutcome = "more" | "done" | "wait" | "over";

/** Rows read at once, whatever becomes of them. */
export const BATCH_ROWS = 500;
