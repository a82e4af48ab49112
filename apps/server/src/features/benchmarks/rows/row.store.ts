import type { InputValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";

export interface RowFields {
  readonly label: string;
  readonly inputs: InputValues;
  readonly category: string;
  readonly weight: number;
}

export interface RowRecord extends RowFields {
  readonly id: string;
  readonly index: number;
  readonly isExcluded: boolean;
}

const selectRows = (db: Db, taskId: string) =>
  db
    .selectFrom("benchmark_row")
    .select(["id", "index", "label", "inputs", "category", "weight", "is_excluded"])
    .where("task_id", "=", taskId)
    .orderBy("index");

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>["executeTakeFirstOrThrow"]>>;

const toRecord = ({ is_excluded, ...row }: Row): RowRecord => ({
  ...row,
  inputs: row.inputs as InputValues,
  isExcluded: is_excluded,
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
export const insertRows = async (
  tx: Tx,
  taskId: string,
  fromIndex: number,
  rows: readonly RowFields[],
): Promise<void> => {
  await sql`
    insert into benchmark_row (id, task_id, index, label, inputs, category, weight)
    select id, ${taskId}, index, label, inputs, category, weight from unnest(
      ${rows.map(() => newId())}::uuid[], ${rows.map((_, index) => fromIndex + index)}::int[],
      ${rows.map(({ label }) => label)}::text[], ${rows.map(({ inputs }) => JSON.stringify(inputs))}::jsonb[],
      ${rows.map(({ category }) => category)}::text[], ${rows.map(({ weight }) => weight)}::float8[]
    ) as given (id, index, label, inputs, category, weight)`.execute(tx);
};

export const copyRows = async (tx: Tx, fromId: string, toId: string): Promise<void> => {
  await sql`
    insert into benchmark_row (id, task_id, index, label, inputs, category, weight, is_excluded)
    select gen_random_uuid(), ${toId}, index, label, inputs, category, weight, is_excluded
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

/** In order of first appearance. jsonb does not keep the order of keys within a row, so `prompt` is put first. */
export const listRowKeys = async (db: Db, taskId: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select key from benchmark_row r, jsonb_object_keys(r.inputs) as key where r.task_id = ${taskId}
    group by key order by min(r.index), key <> 'prompt', key`.execute(db);
  return rows.map(({ key }) => key);
};
