import type { DATASET_EXPORT_FORMATS } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredObjects } from "../../../platform/s3/stored-objects.ts";
import { type KeptQuery, keptQuery } from "../views/view.store.ts";

export interface ItemExport {
  readonly id: string;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly version: number;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly columns: readonly string[] | null;
  readonly format: (typeof DATASET_EXPORT_FORMATS)[number];
  readonly status: "Waiting" | "Running" | "Finished" | "Failed" | "Cancelled";
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly bytes: number | null;
  readonly objectKey: string | null;
  readonly error: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** When its file was deleted. */
  readonly expiredAt: Date | null;
}

const SELECTED = sql`
  select e.id, e.dataset_id as "datasetId", d.name as "datasetName", e.version, e.query, e.order_by as "orderBy",
    e.columns, e.format, e.status, e.rows_done::float8 as "rowsDone", e.rows_total::float8 as "rowsTotal",
    e.bytes::float8 as bytes, e.object_key as "objectKey", e.error, e.created_by as "createdBy",
    e.created_at as "createdAt", e.finished_at as "finishedAt", e.expired_at as "expiredAt"
  from dataset_export e join dataset d on d.id = e.dataset_id and d.deleted_at is null`;

const withQuery = (row: ItemExport): ItemExport => ({ ...row, query: keptQuery.parse(row.query) });

export const findItemExport = async (db: Db, id: string): Promise<ItemExport | undefined> => {
  const { rows } = await sql<ItemExport>`${SELECTED} where e.id = ${id}`.execute(db);
  return rows.map(withQuery)[0];
};

export const findExportByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<ItemExport | undefined> => {
  const { rows } = await sql<ItemExport>`
    ${SELECTED} where e.created_by = ${userId} and e.request_key = ${requestKey}`.execute(db);
  return rows.map(withQuery)[0];
};

/** Newest first. */
export const listOwnExports = async (db: Db, userId: string, datasetId: string): Promise<ItemExport[]> => {
  const { rows } = await sql<ItemExport>`
    ${SELECTED} where e.created_by = ${userId} and e.dataset_id = ${datasetId}
    order by e.created_at desc, e.id desc limit 200`.execute(db);
  return rows.map(withQuery);
};

export interface NewItemExport {
  readonly id: string;
  readonly datasetId: string;
  readonly version: number;
  readonly query: unknown;
  readonly orderBy: string;
  readonly columns: readonly string[] | undefined;
  readonly format: ItemExport["format"];
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

/** Returns false when an export with the same request key exists. */
export const insertItemExport = async (tx: Tx, job: NewItemExport): Promise<boolean> => {
  const row = await tx
    .insertInto("dataset_export")
    .values({
      id: job.id,
      dataset_id: job.datasetId,
      version: job.version,
      query: JSON.stringify(job.query),
      order_by: job.orderBy,
      columns: job.columns ? JSON.stringify(job.columns) : null,
      format: job.format,
      status: "Waiting",
      request_key: job.requestKey,
      created_by: job.createdBy,
      created_at: job.at,
    })
    .onConflict((conflict) => conflict.constraint("dataset_export_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Known before the first row is written; progress is shown against it. */
export const noteTotal = async (db: Db, id: string, total: number): Promise<void> => {
  await db
    .updateTable("dataset_export")
    .set({ rows_total: BigInt(total) })
    .where("id", "=", id)
    .execute();
};

export const itemExportFiles: StoredObjects = {
  what: "dataset export",
  bucket: "datasets",
  identity: ["id"],
  rows: sql`select e.id, array[e.object_key] as keys, e.bytes as size_bytes, e.sha256
    from dataset_export e join dataset d on d.id = e.dataset_id and d.deleted_at is null
    where e.status = 'Finished' and e.object_key is not null and e.expired_at is null`,
};
