import type { Aggregation, EXPORT_MEDIA, EXPORT_ROWS, EXPORT_STATUSES, ExportTarget } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { StoredObjects } from "../../platform/s3/stored-objects.ts";
import type { ExportProgress } from "./run/export-progress.ts";

export interface ExportRecord {
  readonly id: string;
  readonly taskIds: readonly string[];
  readonly taskNames: readonly string[];
  readonly rows: (typeof EXPORT_ROWS)[number];
  readonly aggregation: Aggregation;
  readonly media: (typeof EXPORT_MEDIA)[number];
  readonly target: ExportTarget;
  readonly status: (typeof EXPORT_STATUSES)[number];
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly bytes: number | null;
  readonly objectKey: string | null;
  readonly progress: ExportProgress;
  readonly resultUrl: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly errorIsRetryable: boolean | null;
  readonly createdBy: string;
  readonly creator: string;
  readonly run: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** When its file was deleted. */
  readonly expiredAt: Date | null;
}

const SELECTED = sql`
  select j.id, j.task_ids as "taskIds", j.rows, j.aggregation, j.media, j.target, j.status,
    j.rows_done::float8 as "rowsDone", j.rows_total::float8 as "rowsTotal", j.bytes::float8 as bytes,
    j.object_key as "objectKey", j.progress, j.result_url as "resultUrl", j.error_code as "errorCode",
    j.error_message as "errorMessage", j.error_is_retryable as "errorIsRetryable", j.created_by as "createdBy",
    u.username as creator, j.run, j.created_at as "createdAt", j.finished_at as "finishedAt", j.expired_at as "expiredAt",
    array(select coalesce(t.name, '') from unnest(j.task_ids) with ordinality as asked (id, place)
      left join console_task t on t.id = asked.id order by asked.place) as "taskNames"
  from export_job j join console_user u on u.id = j.created_by`;

export const findExport = async (db: Db, id: string): Promise<ExportRecord | undefined> => {
  const { rows } = await sql<ExportRecord>`${SELECTED} where j.id = ${id}`.execute(db);
  return rows[0];
};

/** Only the user's own export, locked until the transaction ends. */
export const findExportLocked = async (tx: Tx, id: string): Promise<ExportRecord | undefined> => {
  const { rows } = await sql<ExportRecord>`${SELECTED} where j.id = ${id} for update of j`.execute(tx);
  return rows[0];
};

export const findExportByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<ExportRecord | undefined> => {
  const { rows } = await sql<ExportRecord>`
    ${SELECTED} where j.created_by = ${userId} and j.request_key = ${requestKey}`.execute(db);
  return rows[0];
};

export const listOwnExports = async (
  db: Db,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: ExportRecord[]; total: number }> => {
  const { rows } = await sql<ExportRecord>`
    ${SELECTED} where j.created_by = ${userId}
    order by j.created_at desc, j.id desc limit ${limit} offset ${offset}`.execute(db);
  const { total } = await db
    .selectFrom("export_job")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("created_by", "=", userId)
    .executeTakeFirstOrThrow();
  return { items: rows, total };
};

export const countUnderWay = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom("export_job")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("created_by", "=", userId)
    .where("status", "in", ["Waiting", "Running"])
    .executeTakeFirstOrThrow();
  return count;
};

export interface NewExport extends Pick<ExportRecord, "id" | "taskIds" | "rows" | "aggregation" | "media" | "target"> {
  readonly createdBy: string;
  readonly requestKey: string;
  readonly at: Date;
}

/** False when the same form was submitted before. */
export const insertExport = async (tx: Tx, job: NewExport): Promise<boolean> => {
  const row = await tx
    .insertInto("export_job")
    .values({
      id: job.id,
      task_ids: [...job.taskIds],
      rows: job.rows,
      aggregation: job.aggregation,
      media: job.media,
      target: JSON.stringify(job.target),
      status: "Waiting",
      created_by: job.createdBy,
      request_key: job.requestKey,
      created_at: job.at,
    })
    .onConflict((conflict) => conflict.constraint("export_job_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export const markCancelled = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.updateTable("export_job").set({ status: "Cancelled", finished_at: at }).where("id", "=", id).execute();
};

/** Returns the number of the new run. */
export const markResumed = async (tx: Tx, id: string): Promise<number> => {
  const { run } = await tx
    .updateTable("export_job")
    .set((eb) => ({
      status: "Waiting",
      finished_at: null,
      error_code: null,
      error_message: null,
      error_is_retryable: null,
      run: eb("run", "+", 1),
    }))
    .where("id", "=", id)
    .returning("run")
    .executeTakeFirstOrThrow();
  return run;
};

export const exportFiles: StoredObjects = {
  what: "export",
  bucket: "assets",
  identity: ["id"],
  rows: sql`select id, array[object_key] as keys, bytes as size_bytes, null::text as sha256
    from export_job where status = 'Finished' and object_key is not null and expired_at is null`,
};
