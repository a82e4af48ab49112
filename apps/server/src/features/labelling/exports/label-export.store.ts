import type { LabelExportAnswers, LabelExportFormat, LabelExportShape, LabelField } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredObjects } from "../../../platform/s3/stored-objects.ts";

export interface LabelExportJob {
  readonly id: string;
  readonly taskId: string;
  readonly taskName: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly fields: readonly LabelField[];
  readonly format: LabelExportFormat;
  readonly shape: LabelExportShape;
  readonly answers: LabelExportAnswers;
  readonly asOf: Date;
  readonly status: "Waiting" | "Running" | "Finished" | "Failed" | "Cancelled";
  readonly rowsDone: number;
  readonly bytes: number | null;
  readonly objectKey: string | null;
  readonly sha256: string | null;
  readonly error: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** When the file was removed. */
  readonly expiredAt: Date | null;
}

const SELECTED = sql`
  select e.id, e.task_id as "taskId", t.name as "taskName", t.dataset_id as "datasetId",
    t.dataset_version as "datasetVersion", v.fields, e.format, e.shape, e.answers,
    coalesce(e.as_of, e.created_at) as "asOf", e.status, e.rows_done::float8 as "rowsDone", e.bytes::float8 as bytes,
    e.object_key as "objectKey", e.sha256, e.error, e.created_by as "createdBy", e.created_at as "createdAt",
    e.finished_at as "finishedAt", e.expired_at as "expiredAt"
  from label_export e join label_task t on t.id = e.task_id
  join label_template_version v on v.template_id = t.template_id and v.version = t.template_version`;

export const findLabelExport = async (db: Db, id: string): Promise<LabelExportJob | undefined> =>
  (await sql<LabelExportJob>`${SELECTED} where e.id = ${id}`.execute(db)).rows[0];

export const findLabelExportByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<LabelExportJob | undefined> =>
  (await sql<LabelExportJob>`${SELECTED} where e.created_by = ${userId} and e.request_key = ${requestKey}`.execute(db))
    .rows[0];

/** Newest first. */
export const listOwnLabelExports = async (db: Db, userId: string, taskId: string): Promise<LabelExportJob[]> => {
  const { rows } = await sql<LabelExportJob>`${SELECTED} where e.created_by = ${userId} and e.task_id = ${taskId}
    order by e.created_at desc, e.id desc limit 200`.execute(db);
  return rows;
};

export interface NewLabelExport
  extends Pick<LabelExportJob, "id" | "taskId" | "format" | "shape" | "answers" | "asOf"> {
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

/** Returns false when an export with the same request key exists. */
export const insertLabelExport = async (tx: Tx, job: NewLabelExport): Promise<boolean> => {
  const row = await tx
    .insertInto("label_export")
    .values({
      id: job.id,
      task_id: job.taskId,
      format: job.format,
      shape: job.shape,
      answers: job.answers,
      as_of: job.asOf,
      status: "Waiting",
      request_key: job.requestKey,
      created_by: job.createdBy,
      created_at: job.at,
    })
    .onConflict((conflict) => conflict.constraint("label_export_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export const labelExportFiles: StoredObjects = {
  what: "label export",
  bucket: "datasets",
  identity: ["id"],
  rows: sql`select id, array[object_key] as keys, bytes as size_bytes, sha256
    from label_export where status = 'Finished' and object_key is not null and expired_at is null`,
};
