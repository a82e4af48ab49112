import type { LABEL_EXPORT_FORMATS, LabelField, LabelValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface LabelExportJob {
  readonly id: string;
  readonly taskId: string;
  readonly taskName: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly fields: readonly LabelField[];
  readonly format: (typeof LABEL_EXPORT_FORMATS)[number];
  readonly status: "Waiting" | "Running" | "Finished" | "Failed" | "Cancelled";
  readonly rowsDone: number;
  readonly bytes: number | null;
  readonly objectKey: string | null;
  readonly error: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const SELECTED = sql`
  select e.id, e.task_id as "taskId", t.name as "taskName", t.dataset_id as "datasetId",
    t.dataset_version as "datasetVersion", v.fields, e.format, e.status, e.rows_done::float8 as "rowsDone",
    e.bytes::float8 as bytes, e.object_key as "objectKey", e.error, e.created_by as "createdBy",
    e.created_at as "createdAt", e.finished_at as "finishedAt"
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

export interface NewLabelExport {
  readonly id: string;
  readonly taskId: string;
  readonly format: LabelExportJob["format"];
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

export interface ExportedLabelRow {
  readonly seq: number;
  readonly user_id: string;
  readonly item_key: string;
  readonly ordinal: number;
  readonly duration_us: number | null;
  readonly fps: number | null;
  readonly person: string;
  readonly revision: number;
  readonly label_values: LabelValues;
  readonly edited: Record<string, boolean>;
  readonly template_version: number;
  readonly guidelines_version: number;
  readonly duration_ms: number;
  readonly created_at: Date;
}

/**
 * The labels as they were at one moment, by item and person, after a position. A label at that moment is the last revision
 * made until then that was not undone until then.
 */
export const listLabelsAt = async (
  db: Db,
  taskId: string,
  { at, after, limit }: { at: Date; after: Pick<ExportedLabelRow, "seq" | "user_id">; limit: number },
): Promise<ExportedLabelRow[]> => {
  const { rows } = await sql<ExportedLabelRow>`
    select r.seq, r.user_id, i.item_key, i.ordinal::float8 as ordinal, i.duration_us::float8 as duration_us, i.fps,
      u.username as person, r.revision, r.label_values, r.edited, r.template_version, r.guidelines_version, r.duration_ms,
      r.created_at
    from (
      select distinct on (q.seq, q.user_id) q.* from label_revision q
      where q.task_id = ${taskId} and (q.seq, q.user_id) > (${after.seq}, ${after.user_id}::uuid)
        and q.created_at <= ${at} and (q.undone_at is null or q.undone_at > ${at})
      order by q.seq, q.user_id, q.revision desc limit ${limit}
    ) r join label_item i on i.task_id = r.task_id and i.seq = r.seq join console_user u on u.id = r.user_id
    order by r.seq, r.user_id`.execute(db);
  return rows;
};
