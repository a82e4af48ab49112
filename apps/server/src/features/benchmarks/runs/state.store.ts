import type { GenerationProgress, TaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface CountedState {
  readonly status: TaskStatus;
  readonly revision: number;
  readonly currency: string;
  readonly spent_micros: bigint;
  readonly reserved_micros: bigint;
  readonly estimated_micros: bigint;
  readonly budget_micros: bigint | null;
  readonly is_budget_hard: boolean;
  /** Rows × columns × samples. */
  readonly grid: number;
  readonly waiting: number;
  readonly queued: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly excluded: number;
  /** Cells of excluded rows that were never created. */
  readonly not_asked: number;
}

/** Counts the cells; undefined for a task that is not a benchmark or was deleted. */
export const countCells = async (db: Db, taskId: string): Promise<CountedState | undefined> => {
  const { rows } = await sql<CountedState>`
    with counted as (
      select status, count(*)::int as n from benchmark_cell where task_id = ${taskId} group by status
    ), summed as (
      select coalesce(sum(n) filter (where status = 'Waiting'), 0)::int as waiting,
        coalesce(sum(n) filter (where status = 'Queued'), 0)::int as queued,
        coalesce(sum(n) filter (where status = 'Running'), 0)::int as running,
        coalesce(sum(n) filter (where status = 'Succeeded'), 0)::int as succeeded,
        coalesce(sum(n) filter (where status = 'Failed'), 0)::int as failed,
        coalesce(sum(n) filter (where status = 'Cancelled'), 0)::int as cancelled,
        coalesce(sum(n) filter (where status = 'Excluded'), 0)::int as excluded
      from counted
    ), shape as (
      select b.samples_per_cell
        * coalesce((select max(index) + 1 from benchmark_column where task_id = ${taskId}), 0) as per_row
      from benchmark b where b.task_id = ${taskId}
    ), not_asked as (
      select greatest(0, count(distinct r.id) * max(shape.per_row) - count(c.id))::int as cells
      from shape, benchmark_row r left join benchmark_cell c on c.task_id = r.task_id and c.row_index = r.index
      where r.task_id = ${taskId} and r.is_excluded
    )
    select t.status, t.revision, b.currency, b.spent_micros, b.reserved_micros, b.budget_micros, b.is_budget_hard,
      shape.per_row * coalesce((select max(index) + 1 from benchmark_row where task_id = ${taskId}), 0) as grid,
      coalesce(not_asked.cells, 0) as not_asked,
      coalesce((select sum(p.estimate_micros) from performer_task p
        where p.task_id = ${taskId} and p.status = 'Pending'), 0)::bigint as estimated_micros,
      summed.*
    from benchmark b join console_task t on t.id = b.task_id, summed, shape, not_asked
    where b.task_id = ${taskId} and t.deleted_at is null`.execute(db);
  return rows[0];
};

/** Stores the last count for the lists. */
export const storeProgress = async (
  db: Db,
  taskId: string,
  progress: GenerationProgress,
  estimatedMicros: bigint,
): Promise<void> => {
  const counted = JSON.stringify(progress);
  await sql`update benchmark set progress = ${counted}::jsonb, estimated_micros = ${estimatedMicros}
    where task_id = ${taskId}
      and (progress <> ${counted}::jsonb or estimated_micros <> ${estimatedMicros})`.execute(db);
};
