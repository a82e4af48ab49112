import type { InputValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";

export interface ColumnFields {
  readonly label: string;
  readonly performerId: string;
  readonly performerVersion: string;
  readonly params: InputValues;
  readonly isBaseline: boolean;
}

export interface ColumnRecord extends ColumnFields {
  readonly id: string;
  readonly index: number;
}

export const listColumns = async (db: Db, taskId: string): Promise<ColumnRecord[]> => {
  const rows = await db
    .selectFrom("benchmark_column")
    .select(["id", "index", "label", "performer_id", "performer_version", "params", "is_baseline"])
    .where("task_id", "=", taskId)
    .orderBy("index")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    index: row.index,
    label: row.label,
    performerId: row.performer_id,
    performerVersion: row.performer_version,
    params: row.params as InputValues,
    isBaseline: row.is_baseline,
  }));
};

const valuesOf = (column: ColumnFields) => ({
  label: column.label,
  performer_id: column.performerId,
  performer_version: column.performerVersion,
  params: JSON.stringify(column.params),
  is_baseline: column.isBaseline,
});

export const insertColumns = async (
  tx: Tx,
  taskId: string,
  fromIndex: number,
  columns: readonly (ColumnFields & { readonly runId?: string | undefined })[],
): Promise<void> => {
  await tx
    .insertInto("benchmark_column")
    .values(
      columns.map((column, index) => ({
        id: newId(),
        task_id: taskId,
        index: fromIndex + index,
        run_id: column.runId ?? null,
        ...valuesOf(column),
      })),
    )
    .execute();
};

export const copyColumns = async (tx: Tx, fromId: string, toId: string): Promise<void> => {
  await sql`
    insert into benchmark_column (id, task_id, index, label, performer_id, performer_version, params, is_baseline, run_id)
    select gen_random_uuid(), ${toId}, index, label, performer_id, performer_version, params, is_baseline, run_id
    from benchmark_column where task_id = ${fromId}`.execute(tx);
};

/** Returns whether the column existed. Another performer does not run the checkpoint that the one before it ran. */
export const changeColumn = async (
  tx: Tx,
  taskId: string,
  columnId: string,
  column: ColumnFields,
): Promise<boolean> => {
  const changed = await tx
    .updateTable("benchmark_column")
    .set(valuesOf(column))
    .set({ run_id: sql`case when performer_id = ${column.performerId} then run_id end` })
    .where("task_id", "=", taskId)
    .where("id", "=", columnId)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
};

/** Returns whether the column existed; later columns move up. */
export const removeColumn = async (tx: Tx, taskId: string, columnId: string): Promise<boolean> => {
  const removed = await tx
    .deleteFrom("benchmark_column")
    .where("task_id", "=", taskId)
    .where("id", "=", columnId)
    .returning("index")
    .executeTakeFirst();
  if (!removed) return false;
  await sql`set constraints benchmark_column_index_once deferred`.execute(tx);
  await tx
    .updateTable("benchmark_column")
    .set((eb) => ({ index: eb("index", "-", 1) }))
    .where("task_id", "=", taskId)
    .where("index", ">", removed.index)
    .execute();
  return true;
};

/** At most one column is the baseline. */
export const clearBaseline = async (tx: Tx, taskId: string): Promise<void> => {
  await tx
    .updateTable("benchmark_column")
    .set({ is_baseline: false })
    .where("task_id", "=", taskId)
    .where("is_baseline", "=", true)
    .execute();
};

/** Pins the columns to the current versions of their performers. */
export const freezeVersions = async (tx: Tx, taskId: string): Promise<void> => {
  await sql`update benchmark_column c set performer_version = p.version from performer p
    where c.task_id = ${taskId} and p.id = c.performer_id and c.performer_version <> p.version`.execute(tx);
};

/** Attempts beyond the first per cell, by column index. */
export const listRerollRates = async (db: Db, taskId: string): Promise<Map<number, number>> => {
  const { rows } = await sql<{ col: number; rate: number }>`
    select col_index as col, sum(greatest(attempt_count - 1, 0))::float8 / count(*) as rate
    from benchmark_cell where task_id = ${taskId} group by col_index`.execute(db);
  return new Map(rows.map(({ col, rate }) => [col, rate]));
};
