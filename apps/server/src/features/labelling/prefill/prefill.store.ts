import type {
  LabelField,
  LabelPrefillFault,
  LabelPrefillFormat,
  LabelPrefillStatus,
  PerformerPricing,
  PrefillLimit,
} from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The performer that proposes the values, as it was when the run started. */
export interface PrefillModelRecord {
  readonly performerId: string;
  readonly version: string;
  readonly instruction: string;
  readonly prompt: string;
  readonly isOnlyEmpty: boolean;
  readonly maxItems: number;
  readonly asked: number;
  readonly pricing: PerformerPricing | null;
  readonly maxCostMicros: number | null;
  readonly costMicros: number;
  readonly endedBy: PrefillLimit | null;
}

/** Values from a file, or from a performer: then `model` is set and there is no format. */
export interface PrefillFile {
  readonly id: string;
  readonly taskId: string;
  readonly status: LabelPrefillStatus;
  readonly fileName: string;
  readonly format: LabelPrefillFormat | null;
  readonly model: PrefillModelRecord | null;
  /** Zero without a file. */
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly bytesRead: number;
  readonly linesRead: number;
  /** Of a table whose first line was read. */
  readonly columns: readonly string[] | null;
  readonly rowsRead: number;
  readonly rowsWrong: number;
  readonly itemsRead: number;
  readonly itemsTotal: number;
  readonly applied: number;
  readonly skipped: number;
  readonly faults: readonly LabelPrefillFault[];
  readonly error: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Of the template of the task. */
  readonly fields: readonly LabelField[];
}

const MODEL = sql`case when m.prefill_id is not null then jsonb_build_object('performerId', m.performer_id,
  'version', m.performer_version, 'instruction', m.instruction, 'prompt', m.prompt, 'isOnlyEmpty', m.is_only_empty,
  'maxItems', m.max_items, 'asked', m.asked, 'pricing', m.pricing, 'maxCostMicros', m.max_cost_micros,
  'costMicros', m.cost_micros, 'endedBy', m.ended_by) end as model`;

const SELECTED = sql`
  select p.id, p.task_id as "taskId", p.status, p.file_name as "fileName", p.format, ${MODEL},
    coalesce(p.size_bytes, 0)::float8 as "sizeBytes",
    p.object_key as "objectKey", p.bytes_read::float8 as "bytesRead", p.lines_read as "linesRead", p.columns,
    p.rows_read as "rowsRead", p.rows_wrong as "rowsWrong", p.items_read as "itemsRead", t.items_total as "itemsTotal",
    p.applied, p.skipped, p.faults, p.error, u.username as "createdBy", p.created_at as "createdAt",
    p.finished_at as "finishedAt", v.fields
  from label_prefill p join label_task t on t.id = p.task_id
  left join label_prefill_model m on m.prefill_id = p.id
  join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
  join console_user u on u.id = p.created_by`;

/** Undefined for files of deleted tasks, too. */
export const findPrefill = async (db: Db, id: string): Promise<PrefillFile | undefined> =>
  (await sql<PrefillFile>`${SELECTED} where p.id = ${id} and t.deleted_at is null`.execute(db)).rows[0];

export const findPrefillByRequest = async (db: Db, userId: string, key: string): Promise<PrefillFile | undefined> =>
  (await sql<PrefillFile>`${SELECTED} where p.created_by = ${userId} and p.request_key = ${key}`.execute(db)).rows[0];

const SHOWN = 20;

/** Newest first. */
export const listPrefills = async (db: Db, taskId: string): Promise<PrefillFile[]> => {
  const { rows } = await sql<PrefillFile>`${SELECTED} where p.task_id = ${taskId}
    order by p.created_at desc, p.id desc limit ${SHOWN}`.execute(db);
  return rows;
};

export const countOpenPrefills = async (db: Db, userId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from label_prefill
    where created_by = ${userId} and status in ('Uploading', 'Waiting', 'Running')`.execute(db);
  return rows[0]?.n ?? 0;
};

export interface NewPrefill {
  readonly id: string;
  readonly taskId: string;
  readonly status: "Uploading" | "Waiting";
  readonly fileName: string;
  /** Null, as the size, for a performer. */
  readonly format: LabelPrefillFormat | null;
  readonly sizeBytes: number | null;
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

/** Below the console's own folder, which no dataset can be registered in. */
const objectKeyOf = ({ taskId, id }: NewPrefill): string => `catalogue/labels/${taskId}/prefill/${id}`;

/** Returns false when the same form was sent before. */
export const insertPrefill = async (tx: Tx, file: NewPrefill): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`insert into label_prefill
      (id, task_id, status, file_name, format, size_bytes, object_key, request_key, created_by, created_at)
    values (${file.id}, ${file.taskId}, ${file.status}, ${file.fileName}, ${file.format}, ${file.sizeBytes},
      ${objectKeyOf(file)}, ${file.requestKey}, ${file.createdBy}, ${file.at})
    on conflict on constraint label_prefill_made_once do nothing`.execute(tx);
  return numAffectedRows > 0n;
};

/** Another file or performer by which the items of the task are being prefilled. */
export const hasRunningPrefill = async (db: Db, taskId: string): Promise<boolean> => {
  const { rows } = await sql`select from label_prefill
    where task_id = ${taskId} and status in ('Waiting', 'Running')`.execute(db);
  return rows.length > 0;
};

/** Returns false when the file waits already, or is over. */
export const queuePrefill = async (tx: Tx, id: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update label_prefill set status = 'Waiting'
    where id = ${id} and status = 'Uploading'`.execute(tx);
  return numAffectedRows > 0n;
};

/** Returns false when the file is over. */
export const runPrefill = async (db: Db, id: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update label_prefill set status = 'Running'
    where id = ${id} and status in ('Waiting', 'Running')`.execute(db);
  return numAffectedRows > 0n;
};

/** Returns false when the file is over. */
export const endPrefill = async (
  db: Db,
  id: string,
  {
    status,
    error = null,
    at,
  }: { readonly status: "Failed" | "Cancelled"; readonly error?: string | null; readonly at: Date },
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update label_prefill
    set status = ${status}, error = ${error?.slice(0, 500) ?? null}, finished_at = ${at}
    where id = ${id} and status in ('Uploading', 'Waiting', 'Running')`.execute(db);
  return numAffectedRows > 0n;
};
