import type { DatasetColumn, DatasetColumnSet } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredObjects } from "../../../platform/s3/stored-objects.ts";

export interface ColumnSetRecord {
  readonly id: string;
  readonly datasetId: string;
  readonly version: number;
  readonly name: string;
  readonly columns: DatasetColumn[];
  readonly taskId: string;
  readonly taskName: string;
  readonly answers: DatasetColumnSet["answers"];
  readonly asOf: Date;
  readonly status: DatasetColumnSet["status"];
  readonly rowsDone: number;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly error: string | null;
  readonly createdBy: string;
  readonly creator: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const SELECTED = sql`
  select s.id, s.dataset_id as "datasetId", s.version, s.name, s.columns, s.task_id as "taskId", s.task_name as "taskName",
    s.answers, s.as_of as "asOf", s.status, s.rows_done::float8 as "rowsDone", s.bytes::float8 as bytes, s.sha256, s.error,
    s.created_by as "createdBy", u.username as creator, s.created_at as "createdAt", s.finished_at as "finishedAt"
  from dataset_column_set s join console_user u on u.id = s.created_by where s.deleted_at is null`;

export const findColumnSet = async (db: Db, id: string): Promise<ColumnSetRecord | undefined> =>
  (await sql<ColumnSetRecord>`${SELECTED} and s.id = ${id}`.execute(db)).rows[0];

export const findColumnSetByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<ColumnSetRecord | undefined> =>
  (await sql<ColumnSetRecord>`${SELECTED} and s.created_by = ${userId} and s.request_key = ${requestKey}`.execute(db))
    .rows[0];

/** Newest first. */
export const listColumnSetsOfTask = async (db: Db, taskId: string): Promise<ColumnSetRecord[]> => {
  const { rows } = await sql<ColumnSetRecord>`
    ${SELECTED} and s.task_id = ${taskId} order by s.created_at desc, s.id desc limit 200`.execute(db);
  return rows;
};

/** Finished ones, of all versions of a dataset, newest first. */
export const listColumnSets = async (db: Db, datasetId: string): Promise<ColumnSetRecord[]> => {
  const { rows } = await sql<ColumnSetRecord>`
    ${SELECTED} and s.dataset_id = ${datasetId} and s.status = 'Finished'
    order by s.created_at desc, s.id desc limit 1000`.execute(db);
  return rows;
};

export const countColumnSets = async (db: Db, datasetId: string, version: number): Promise<number> => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from dataset_column_set where dataset_id = ${datasetId} and version = ${version}
      and status not in ('Failed', 'Cancelled') and deleted_at is null`.execute(db);
  return Number(rows[0]?.n);
};

export interface NewColumnSet
  extends Pick<
    ColumnSetRecord,
    "id" | "datasetId" | "version" | "name" | "columns" | "taskId" | "taskName" | "answers" | "asOf" | "createdBy"
  > {
  readonly requestKey: string;
  readonly at: Date;
}

/** Returns false when the name is taken or a set with the same request key exists. */
export const insertColumnSet = async (tx: Tx, set: NewColumnSet): Promise<boolean> => {
  const row = await tx
    .insertInto("dataset_column_set")
    .values({
      id: set.id,
      dataset_id: set.datasetId,
      version: set.version,
      name: set.name,
      columns: JSON.stringify(set.columns),
      task_id: set.taskId,
      task_name: set.taskName,
      answers: set.answers,
      as_of: set.asOf,
      status: "Waiting",
      request_key: set.requestKey,
      created_by: set.createdBy,
      created_at: set.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Until the transaction ends, no view can be saved that uses the set. */
export const lockColumnSet = async (tx: Tx, id: string): Promise<ColumnSetRecord | undefined> =>
  (await sql<ColumnSetRecord>`${SELECTED} and s.id = ${id} for update of s`.execute(tx)).rows[0];

/** Until the transaction ends, none of these sets can be deleted. Returns how many there are. */
export const holdColumnSets = async (tx: Tx, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql`
    select id from dataset_column_set
    where id = any(${[...ids]}::uuid[]) and status = 'Finished' and deleted_at is null order by id for share`.execute(
    tx,
  );
  return rows.length;
};

export const markColumnSetDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.updateTable("dataset_column_set").set({ deleted_at: at }).where("id", "=", id).execute();
};

export interface RemovableColumnSet {
  readonly id: string;
  readonly datasetId: string;
}

/** Deleted sets whose file may still exist, those that were deleted longest ago first. */
export const listRemovableColumnSets = async (
  db: Db,
  deletedBefore: Date,
  limit: number,
): Promise<RemovableColumnSet[]> =>
  db
    .selectFrom("dataset_column_set")
    .select(["id", "dataset_id as datasetId"])
    .where("deleted_at", "<", deletedBefore)
    .where("object_removed_at", "is", null)
    .orderBy("deleted_at")
    .limit(limit)
    .execute();

export const markColumnSetsRemoved = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  await db
    .updateTable("dataset_column_set")
    .set({ object_removed_at: at })
    .where("id", "in", [...ids])
    .execute();
};

export const columnSetFiles: StoredObjects = {
  what: "column set",
  bucket: "datasets",
  identity: ["id"],
  rows: sql`select s.id, array[s.object_key] as keys, s.bytes as size_bytes, s.sha256
    from dataset_column_set s join dataset d on d.id = s.dataset_id and d.deleted_at is null
    where s.status = 'Finished' and s.deleted_at is null`,
};
