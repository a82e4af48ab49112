import type { Db } from "../../../platform/db/database.ts";
import type { ExportProgress } from "./export-progress.ts";

/** One run of an export. A lost or cancelled run must not write anything more. */
export interface ExportRun {
  readonly id: string;
  readonly run: number;
}

const ofRun = (db: Db, { id, run }: ExportRun, statuses: readonly string[]) =>
  db
    .updateTable("export_job")
    .where("id", "=", id)
    .where("run", "=", run)
    .where("status", "in", [...statuses]);

const isDone = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }): boolean => numUpdatedRows > 0n;

/** All of these return false when the run is over. */
export const beginRun = async (
  db: Db,
  ref: ExportRun,
  { progress, rowsTotal }: { readonly progress: ExportProgress; readonly rowsTotal: number },
): Promise<boolean> =>
  isDone(
    await ofRun(db, ref, ["Waiting", "Running"])
      .set({ status: "Running", progress: JSON.stringify(progress), rows_total: BigInt(rowsTotal) })
      .executeTakeFirst(),
  );

export const noteProgress = async (
  db: Db,
  ref: ExportRun,
  {
    progress,
    rowsDone,
    bytes,
  }: { readonly progress: ExportProgress; readonly rowsDone: number; readonly bytes?: number | undefined },
): Promise<boolean> =>
  isDone(
    await ofRun(db, ref, ["Running"])
      .set({
        progress: JSON.stringify(progress),
        rows_done: BigInt(rowsDone),
        ...(bytes !== undefined && { bytes: BigInt(bytes) }),
      })
      .executeTakeFirst(),
  );

/** Displayed progress: rows read but not saved yet. */
export const noteRows = async (db: Db, ref: ExportRun, rowsDone: number): Promise<boolean> =>
  isDone(
    await ofRun(db, ref, ["Running"])
      .set({ rows_done: BigInt(rowsDone) })
      .executeTakeFirst(),
  );

export const finishRun = async (
  db: Db,
  ref: ExportRun,
  end: {
    readonly at: Date;
    readonly rowsDone: number;
    readonly bytes?: number | undefined;
    readonly objectKey?: string | undefined;
    readonly resultUrl?: string | undefined;
  },
): Promise<boolean> =>
  isDone(
    await ofRun(db, ref, ["Running"])
      .set({
        status: "Finished",
        finished_at: end.at,
        rows_done: BigInt(end.rowsDone),
        rows_total: BigInt(end.rowsDone),
        object_key: end.objectKey ?? null,
        result_url: end.resultUrl ?? null,
        ...(end.bytes !== undefined && { bytes: BigInt(end.bytes) }),
      })
      .executeTakeFirst(),
  );

export const failRun = async (
  db: Db,
  ref: ExportRun,
  fault: { readonly at: Date; readonly code: string; readonly message: string; readonly isRetryable: boolean },
): Promise<boolean> =>
  isDone(
    await ofRun(db, ref, ["Waiting", "Running"])
      .set({
        status: "Failed",
        finished_at: fault.at,
        error_code: fault.code.slice(0, 64),
        error_message: fault.message.slice(0, 500),
        error_is_retryable: fault.isRetryable,
      })
      .executeTakeFirst(),
  );
