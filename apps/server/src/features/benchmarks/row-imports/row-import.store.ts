import { type RowImport, type RowMapping, rowImport, rowMapping } from "@dailies/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ItemQuery } from "../../datasets/index.ts";

/** What the worker needs beyond the mapping of the request. */
const keptMapping = rowMapping.extend({ required: z.array(z.string()) });
export type KeptMapping = RowMapping & { readonly required: readonly string[] };

const keptQuery = z.object({ filters: z.array(z.any()), where: z.string(), q: z.string() });

export interface RowImportRecord {
  readonly id: string;
  readonly taskId: string;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly version: number;
  readonly query: Omit<ItemQuery, "version">;
  readonly seed: number;
  readonly wantedItems: number;
  readonly mapping: KeptMapping;
  readonly skipsRepeated: boolean;
  readonly status: RowImport["status"];
  readonly itemsDone: number;
  readonly itemsTotal: number | null;
  readonly rowsAdded: number;
  readonly rowsRepeated: number;
  readonly leftOut: RowImport["left_out"];
  readonly error: string | null;
  readonly createdBy: string;
  readonly creator: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const SELECTED = sql`
  select i.id, i.task_id as "taskId", i.dataset_id as "datasetId", d.name as "datasetName", i.version, i.query,
    i.seed::float8 as seed, i.wanted_items as "wantedItems", i.mapping, i.skips_repeated as "skipsRepeated", i.status,
    i.items_done as "itemsDone", i.items_total as "itemsTotal", i.rows_added as "rowsAdded",
    i.rows_repeated as "rowsRepeated", i.left_out as "leftOut", i.error, i.created_by as "createdBy",
    u.username as creator, i.created_at as "createdAt", i.finished_at as "finishedAt"
  from benchmark_row_import i join dataset d on d.id = i.dataset_id join console_user u on u.id = i.created_by`;

const toRecord = (row: RowImportRecord): RowImportRecord => ({
  ...row,
  query: keptQuery.parse(row.query),
  mapping: keptMapping.parse(row.mapping),
  leftOut: rowImport.shape.left_out.parse(row.leftOut),
});

export const findRowImport = async (db: Db, id: string): Promise<RowImportRecord | undefined> => {
  const { rows } = await sql<RowImportRecord>`${SELECTED} where i.id = ${id}`.execute(db);
  return rows.map(toRecord)[0];
};

/** Locks the import until the transaction ends; undefined once it is over. */
export const lockRunningImport = async (tx: Tx, id: string): Promise<RowImportRecord | undefined> => {
  const { rows } = await sql<RowImportRecord>`
    ${SELECTED} where i.id = ${id} and i.status in ('Waiting', 'Running') for update of i`.execute(tx);
  return rows.map(toRecord)[0];
};

export const findImportByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<RowImportRecord | undefined> => {
  const { rows } = await sql<RowImportRecord>`
    ${SELECTED} where i.created_by = ${userId} and i.request_key = ${requestKey}`.execute(db);
  return rows.map(toRecord)[0];
};

const LISTED = 20;

/** The newest ones first. */
export const listRowImports = async (db: Db, taskId: string): Promise<RowImportRecord[]> => {
  const { rows } = await sql<RowImportRecord>`
    ${SELECTED} where i.task_id = ${taskId} order by i.created_at desc, i.id desc limit ${LISTED}`.execute(db);
  return rows.map(toRecord);
};

export interface NewRowImport
  extends Pick<
    RowImportRecord,
    | "id"
    | "taskId"
    | "datasetId"
    | "version"
    | "query"
    | "seed"
    | "wantedItems"
    | "mapping"
    | "skipsRepeated"
    | "createdBy"
    | "createdAt"
  > {
  readonly requestKey: string;
}

/** Returns false when another import of the benchmark is under way, or one with the same request key exists. */
export const insertRowImport = async (tx: Tx, made: NewRowImport): Promise<boolean> => {
  const row = await tx
    .insertInto("benchmark_row_import")
    .values({
      id: made.id,
      task_id: made.taskId,
      dataset_id: made.datasetId,
      version: made.version,
      query: JSON.stringify(made.query),
      seed: BigInt(made.seed),
      wanted_items: made.wantedItems,
      mapping: JSON.stringify(made.mapping),
      skips_repeated: made.skipsRepeated,
      status: "Waiting",
      request_key: made.requestKey,
      created_by: made.createdBy,
      created_at: made.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export type ImportEnd =
  | { readonly status: "Failed"; readonly error: string; readonly at: Date }
  | { readonly status: "Cancelled"; readonly at: Date }
  | {
      readonly status: "Finished";
      readonly rowsAdded: number;
      readonly rowsRepeated: number;
      readonly leftOut: RowImport["left_out"];
      readonly at: Date;
    };

const MAX_ERROR = 500;

/** Ends an import that is under way, and removes its items; returns false when it was over. */
export const endRowImport = async (tx: Tx, id: string, end: ImportEnd): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("benchmark_row_import")
    .set({
      status: end.status,
      finished_at: end.at,
      ...(end.status === "Failed" && { error: end.error.slice(0, MAX_ERROR) }),
      ...(end.status === "Finished" && {
        rows_added: end.rowsAdded,
        rows_repeated: end.rowsRepeated,
        left_out: JSON.stringify(end.leftOut),
      }),
    })
    .where("id", "=", id)
    .where("status", "in", ["Waiting", "Running"])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom("benchmark_import_item").where("import_id", "=", id).execute();
  return true;
};

/** Cancels the imports of a benchmark that is deleted. */
export const cancelRowImports = async (tx: Tx, taskId: string, at: Date): Promise<void> => {
  for (const { id, status } of await listRowImports(tx, taskId)) {
    if (status === "Waiting" || status === "Running") await endRowImport(tx, id, { status: "Cancelled", at });
  }
};
