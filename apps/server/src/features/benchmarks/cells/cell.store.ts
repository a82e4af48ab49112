import type { CellStatus, PerformerTaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface CellPosition {
  readonly row: number;
  readonly col: number;
  readonly sample: number;
}

export interface CellRecord extends CellPosition {
  readonly id: string;
  readonly columnId: string;
  readonly rowId: string;
  readonly status: CellStatus;
  readonly countedId: string | null;
  readonly latestId: string | null;
  readonly attemptCount: number;
  readonly isPinned: boolean;
}

const atPosition = (taskId: string, { row, col, sample }: CellPosition) =>
  sql<boolean>`task_id = ${taskId} and row_index = ${row} and col_index = ${col} and sample = ${sample}`;

/**
 * Locks the cell until the transaction ends. Locks its running job first, in the same order as a completing job, to
 * avoid a deadlock.
 */
export const lockCell = async (tx: Tx, taskId: string, position: CellPosition): Promise<CellRecord | undefined> => {
  await sql`select p.id from performer_task p
    where p.cell_id = (select id from benchmark_cell where ${atPosition(taskId, position)})
      and p.status in ('Pending', 'Queued', 'Running') for update`.execute(tx);
  const row = await tx
    .selectFrom("benchmark_cell")
    .selectAll()
    .where(atPosition(taskId, position))
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      ...position,
      id: row.id,
      columnId: row.column_id,
      rowId: row.row_id,
      status: row.status as CellStatus,
      countedId: row.counted_attempt_id,
      latestId: row.latest_attempt_id,
      attemptCount: row.attempt_count,
      isPinned: row.is_pinned,
    }
  );
};

export interface AttemptRecord {
  readonly id: string;
  readonly n: number;
  readonly status: PerformerTaskStatus;
}

export const listAttempts = async (db: Db, cellId: string): Promise<AttemptRecord[]> => {
  const rows = await db
    .selectFrom("performer_task")
    .select(["id", "attempt_n as n", "status"])
    .where("cell_id", "=", cellId)
    .orderBy("attempt_n")
    .execute();
  return rows.map(({ id, n, status }) => ({ id, n: n ?? 0, status: status as PerformerTaskStatus }));
};

interface CellChange {
  readonly status?: CellStatus;
  readonly counted_attempt_id?: string | null;
  readonly is_pinned?: boolean;
  readonly excluded_reason?: string | null;
}

export const changeCell = async (tx: Tx, cellId: string, change: CellChange, at: Date): Promise<void> => {
  await tx
    .updateTable("benchmark_cell")
    .set({ ...change, updated_at: at })
    .where("id", "=", cellId)
    .execute();
};

/** Recomputes the counted attempt of every cell without a pinned one, after the policy has changed. */
export const recountAttempts = async (tx: Tx, taskId: string, isLatest: boolean): Promise<void> => {
  const order = isLatest ? sql`p.attempt_n desc` : sql`p.attempt_n`;
  await sql`update benchmark_cell c set counted_attempt_id = (
      select p.id from performer_task p where p.cell_id = c.id and p.status = 'Succeeded' order by ${order} limit 1)
    where c.task_id = ${taskId} and not c.is_pinned`.execute(tx);
};

/** Returns the ids of these cells, without those that do not exist. */
export const listCellIds = async (tx: Tx, taskId: string, positions: readonly CellPosition[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from unnest(${positions.map(({ row }) => row)}::int[], ${positions.map(({ col }) => col)}::int[],
      ${positions.map(({ sample }) => sample)}::smallint[]) as wanted (row, col, sample)
    join benchmark_cell c on c.task_id = ${taskId} and c.row_index = wanted.row and c.col_index = wanted.col
      and c.sample = wanted.sample`.execute(tx);
  return rows.map(({ id }) => id);
};

export const hasSuccess = async (tx: Tx, taskId: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from performer_task p join benchmark_cell c on c.id = p.cell_id
    where c.task_id = ${taskId} and p.status = 'Succeeded') as has`.execute(tx);
  return rows[0]?.has ?? false;
};

/** Removes the cells of these rows; `toRow` is exclusive. Their jobs stay in the performers' history, without a cell. */
export const removeCells = async (
  tx: Tx,
  taskId: string,
  { fromRow, toRow }: { fromRow: number; toRow: number },
): Promise<void> => {
  const chosen = sql<boolean>`c.task_id = ${taskId} and c.row_index >= ${fromRow} and c.row_index < ${toRow}`;
  await sql`update performer_task p set cell_id = null, attempt_n = null
    from benchmark_cell c where ${chosen} and p.cell_id = c.id`.execute(tx);
  await sql`delete from benchmark_cell c where ${chosen}`.execute(tx);
};

/** The cells of these rows that exist, with their positions. */
export const listCellsOfRows = async (
  tx: Tx,
  taskId: string,
  rowIds: readonly string[],
): Promise<(CellPosition & { readonly id: string })[]> => {
  const { rows } = await sql<CellPosition & { readonly id: string }>`
    select c.id, c.row_index as row, c.col_index as col, c.sample from benchmark_row r
    join benchmark_cell c on c.task_id = r.task_id and c.row_index = r.index
    where r.task_id = ${taskId} and r.id = any(${[...rowIds]}::uuid[])`.execute(tx);
  return rows;
};

/** Excludes the cells of these rows, except those that were excluded one by one before. */
export const excludeCellsOfRows = async (
  tx: Tx,
  taskId: string,
  rowIds: readonly string[],
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> => {
  await sql`update benchmark_cell c
    set status = 'Excluded', excluded_reason = ${reason}, is_excluded_with_row = true, updated_at = ${at}
    from benchmark_row r where r.task_id = ${taskId} and r.id = any(${[...rowIds]}::uuid[])
      and c.task_id = r.task_id and c.row_index = r.index and c.status <> 'Excluded'`.execute(tx);
};

/** Gives the cells that were excluded with their row the status of their attempts. */
export const includeCellsOfRows = async (
  tx: Tx,
  taskId: string,
  rowIds: readonly string[],
  at: Date,
): Promise<void> => {
  await sql`update benchmark_cell c
    set excluded_reason = null, is_excluded_with_row = false, updated_at = ${at}, status = case
      when exists (select from performer_task p where p.cell_id = c.id and p.status = 'Succeeded') then 'Succeeded'
      when (select p.status from performer_task p where p.id = c.latest_attempt_id) = 'Cancelled' then 'Cancelled'
      else 'Failed' end
    from benchmark_row r where r.task_id = ${taskId} and r.id = any(${[...rowIds]}::uuid[])
      and c.task_id = r.task_id and c.row_index = r.index and c.is_excluded_with_row`.execute(tx);
};

/** Counts cells that are not excluded and have no counted attempt. */
export const countUndecided = async (tx: Tx, taskId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom("benchmark_cell")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("task_id", "=", taskId)
    .where("status", "<>", "Excluded")
    .where("counted_attempt_id", "is", null)
    .executeTakeFirstOrThrow();
  return count;
};
