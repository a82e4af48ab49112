import { type Comparison, comparison } from "@dailies/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../../platform/db/database.ts";

export const keptQuery = z.object({ filters: z.array(comparison), where: z.string(), q: z.string() });
export type KeptQuery = z.output<typeof keptQuery>;

export interface ViewRecord {
  readonly id: string;
  readonly datasetId: string;
  readonly name: string;
  readonly version: number;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly seed: number;
  readonly items: number;
  readonly createdBy: string;
  readonly creator: string;
  readonly createdAt: Date;
}

const SELECTED = sql`
  select w.id, w.dataset_id as "datasetId", w.name, w.version, w.query, w.order_by as "orderBy", w.seed,
    w.items::float8 as items, w.created_by as "createdBy", u.username as creator, w.created_at as "createdAt"
  from dataset_view w join console_user u on u.id = w.created_by join dataset d on d.id = w.dataset_id
  where w.deleted_at is null and d.deleted_at is null`;

/** Newest first. */
export const listViewRecords = async (db: Db, datasetId: string): Promise<ViewRecord[]> => {
  const { rows } = await sql<ViewRecord>`
    ${SELECTED} and w.dataset_id = ${datasetId} order by w.created_at desc, w.id desc limit 1000`.execute(db);
  return rows.map(withQuery);
};

/** The views of one version whose filter or order contains a text. */
export const listViewsNaming = async (
  db: Db,
  datasetId: string,
  version: number,
  text: string,
): Promise<ViewRecord[]> => {
  const { rows } = await sql<ViewRecord>`
    ${SELECTED} and w.dataset_id = ${datasetId} and w.version = ${version}
      and position(${text} in concat(w.query, ' ', w.order_by)) > 0 order by w.created_at, w.id`.execute(db);
  return rows.map(withQuery);
};

export const findView = async (db: Db, id: string): Promise<ViewRecord | undefined> => {
  const { rows } = await sql<ViewRecord>`${SELECTED} and w.id = ${id}`.execute(db);
  return rows.map(withQuery)[0];
};

export const findViewByRequest = async (db: Db, requestKey: string): Promise<ViewRecord | undefined> => {
  const { rows } = await sql<ViewRecord>`${SELECTED} and w.request_key = ${requestKey}`.execute(db);
  return rows.map(withQuery)[0];
};

const withQuery = (row: ViewRecord): ViewRecord => ({ ...row, query: keptQuery.parse(row.query) });

export interface NewView {
  readonly id: string;
  readonly datasetId: string;
  readonly name: string;
  readonly version: number;
  readonly query: { readonly filters: readonly Comparison[]; readonly where: string; readonly q: string };
  readonly orderBy: string;
  readonly seed: number;
  readonly items: number;
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

/** Returns false when the name is taken or a view with the same request key exists. */
export const insertView = async (tx: Tx, view: NewView): Promise<boolean> => {
  const row = await tx
    .insertInto("dataset_view")
    .values({
      id: view.id,
      dataset_id: view.datasetId,
      name: view.name,
      version: view.version,
      query: JSON.stringify(view.query),
      order_by: view.orderBy,
      seed: view.seed,
      items: BigInt(view.items),
      request_key: view.requestKey,
      created_by: view.createdBy,
      created_at: view.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** What the view filters or sorts by. */
export const insertViewColumnSets = async (tx: Tx, viewId: string, setIds: readonly string[]): Promise<void> => {
  if (setIds.length === 0) return;
  await tx
    .insertInto("dataset_view_column_set")
    .values(setIds.map((setId) => ({ view_id: viewId, set_id: setId })))
    .execute();
};

export const markViewDeleted = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const change = tx
    .updateTable("dataset_view")
    .set({ deleted_at: at })
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  return (await change.executeTakeFirst()).numUpdatedRows > 0n;
};
