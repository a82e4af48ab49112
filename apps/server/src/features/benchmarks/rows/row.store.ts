import type { InputValues } from "@dailies/contract";
import { sql } from "kysely";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";

export interface RowFields {
  readonly label: string;
  readonly inputs: InputValues;
  readonly category: string;
  readonly weight: number;
}

export interface NewRow extends RowFields {
  /** The item of an import that the row is made of; an item makes one row at most. */
  readonly origin?: { readonly importId: string; readonly position: number };
}

export interface RowRecord extends RowFields {
  readonly id: string;
  readonly index: number;
  readonly isExcluded: boolean;
  readonly excludedReason: string | null;
}

const selectRows = (db: Db, taskId: string) =>
  db
    .selectFrom("benchmark_row")
    .select(["id", "index", "label", "inputs", "category", "weight", "is_excluded", "excluded_reason"])
    .where("task_id", "=", taskId)
    .orderBy("index");

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>["executeTakeFirstOrThrow"]>>;

const toRecord = ({ is_excluded, excluded_reason, ...row }: Row): RowRecord => ({
  ...row,
  inputs: row.inputs as InputValues,
  isExcluded: is_excluded,
  excludedReason: excluded_reason,
});

export const listRowPage = async (
  db: Db,
  taskId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<RowRecord[]> => {
  const page = selectRows(db, taskId).where("index", ">=", offset).limit(limit);
  return (await page.execute()).map(toRecord);
};

export const listRowsFrom = async (db: Db, taskId: string, fromIndex = 0): Promise<RowRecord[]> =>
  (await selectRows(db, taskId).where("index", ">=", fromIndex).execute()).map(toRecord);

/** Appends rows after the existing ones. */
export const insertRows = async (tx: Tx, taskId: string, fromIndex: number, rows: readonly NewRow[]): Promise<void> => {
  await sql`
    insert into benchmark_row (id, task_id, index, label, inputs, category, weight, import_id, import_position)
    select id, ${taskId}, index, label, inputs, category, weight, import_id, import_position from unnest(
      ${rows.map(() => newId())}::uuid[], ${rows.map((_, index) => fromIndex + index)}::int[],
      ${rows.map(({ label }) => label)}::text[], ${rows.map(({ inputs }) => JSON.stringify(inputs))}::jsonb[],
      ${rows.map(({ category }) => category)}::text[], ${rows.map(({ weight }) => weight)}::float8[],
      ${rows.map(({ origin }) => origin?.importId ?? null)}::uuid[],
      ${rows.map(({ origin }) => origin?.position ?? null)}::int[]
    ) as given (id, index, label, inputs, category, weight, import_id, import_position)`.execute(tx);
};

export const copyRows = async (tx: Tx, fromId: string, toId: string): Promise<void> => {
  await sql`
    insert into benchmark_row (id, task_id, index, label, inputs, category, weight, is_excluded, excluded_reason)
    select gen_random_uuid(), ${toId}, index, label, inputs, category, weight, is_excluded, excluded_reason
    from benchmark_row where task_id = ${fromId}`.execute(tx);
};

/** Returns whether the row existed. */
export const changeRow = async (tx: Tx, taskId: string, rowId: string, row: RowFields): Promise<boolean> => {
  const { label, inputs, category, weight } = row;
  const changed = await tx
    .updateTable("benchmark_row")
    .set({ label, inputs: JSON.stringify(inputs), category, weight })
    .where("task_id", "=", taskId)
    .where("id", "=", rowId)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
};

/** Returns how many rows existed; the others are renumbered in their order. */
export const removeRows = async (tx: Tx, taskId: string, rowIds: readonly string[]): Promise<number> => {
  const removed = await tx
    .deleteFrom("benchmark_row")
    .where("task_id", "=", taskId)
    .where("id", "in", rowIds)
    .returning("id")
    .execute();
  await sql`set constraints benchmark_row_index_once deferred`.execute(tx);
  await sql`
    update benchmark_row r set index = n.place from (
      select id, row_number() over (order by index) - 1 as place from benchmark_row where task_id = ${taskId}
    ) n where r.id = n.id and r.index <> n.place`.execute(tx);
  return removed.length;
};

/** Returns how many of these rows exist, and the ids of those that changed. A reason excludes, null includes. */
export const setRowsExcluded = async (
  tx: Tx,
  taskId: string,
  rowIds: readonly string[],
  reason: string | null,
): Promise<{ found: number; changed: string[] }> => {
  const isExcluded = reason !== null;
  const { rows } = await sql<{ id: string; is_changed: boolean }>`
    with changed as (
      update benchmark_row set is_excluded = ${isExcluded}, excluded_reason = ${reason}
      where task_id = ${taskId} and id = any(${[...rowIds]}::uuid[]) and is_excluded <> ${isExcluded}
      returning id
    )
    select r.id, c.id is not null as is_changed from benchmark_row r left join changed c on c.id = r.id
    where r.task_id = ${taskId} and r.id = any(${[...rowIds]}::uuid[])`.execute(tx);
  return { found: rows.length, changed: rows.filter(({ is_changed }) => is_changed).map(({ id }) => id) };
};

export const requireIncludedRow = async (tx: Tx, rowId: string): Promise<void> => {
  const row = await tx.selectFrom("benchmark_row").select("is_excluded").where("id", "=", rowId).executeTakeFirst();
  if (row?.is_excluded) throw new DomainError("conflict", "the row of this cell is excluded: include the row first");
};

export const countExcludedRows = async (db: Db, taskId: string): Promise<number> => {
  const counted = db.selectFrom("benchmark_row").select(sql<number>`count(*)::int`.as("rows"));
  const { rows } = await counted
    .where("task_id", "=", taskId)
    .where("is_excluded", "=", true)
    .executeTakeFirstOrThrow();
  return rows;
};

export interface RepeatedRow {
  /** Its position in the list. */
  readonly at: number;
  /** The first position with the same inputs; null when the benchmark has such a row already. */
  readonly sameAs: number | null;
}

/** Which of these inputs repeat earlier ones of the list, or those of a row of the benchmark. */
export const listRepeatedRows = async (
  db: Db,
  taskId: string,
  inputs: readonly InputValues[],
): Promise<RepeatedRow[]> => {
  const { rows } = await sql<RepeatedRow>`
    with given as (
      select inputs, (n - 1)::int as at, (min(n) over (partition by inputs) - 1)::int as first,
        inputs in (select inputs from benchmark_row where task_id = ${taskId}) as is_known
      from unnest(${inputs.map((each) => JSON.stringify(each))}::jsonb[]) with ordinality as list (inputs, n)
    )
    select at, case when not is_known then first end as "sameAs" from given
    where is_known or first < at order by at`.execute(db);
  return rows;
};

/** In order of first appearance. jsonb does not keep the order of keys within a row, so `prompt` is put first. */
export const listRowKeys = async (db: Db, taskId: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select key from benchmark_row r, jsonb_object_keys(r.inputs) as key where r.task_id = ${taskId}
    group by key order by min(r.index), key <> 'prompt', key`.execute(db);
  return rows.map(({ key }) => key);
};
