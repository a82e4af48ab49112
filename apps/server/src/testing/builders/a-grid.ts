import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { aUser } from "./a-user.ts";

export interface GridOptions {
  readonly performerId: string;
  readonly cells: number;
  readonly concurrency?: number;
  readonly estimateMicros?: number;
  readonly hardBudgetMicros?: number;
  readonly perPartition?: number;
}

export interface Grid {
  readonly taskId: string;
  readonly run: number;
  readonly userId: string;
}

/** A benchmark of one column in Generating, with a first attempt at every cell, as the use cases would leave it. */
export const aGrid = async (db: Db, options: GridOptions): Promise<Grid> => {
  const {
    performerId,
    cells,
    concurrency = 200,
    estimateMicros = 0,
    hardBudgetMicros = null,
    perPartition = 500,
  } = options;
  const user = await aUser(db);
  const [taskId, columnId] = [newId(), newId()];
  await db.transaction().execute(async (tx) => {
    await sql`insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
      values (${taskId}, 'Benchmark', 'grid', '', 'Generating', ${user.id}, ${newId()}, now(), now())`.execute(tx);
    await sql`insert into benchmark (task_id, concurrency, budget_micros, is_budget_hard, run)
      values (${taskId}, ${concurrency}, ${hardBudgetMicros}, ${hardBudgetMicros !== null}, 1)`.execute(tx);
    await sql`insert into benchmark_column (id, task_id, index, label, performer_id, performer_version, params)
      values (${columnId}, ${taskId}, 0, 'one', ${performerId}, '', '{}')`.execute(tx);
    await sql`
      with made as (
        insert into benchmark_row (id, task_id, index, label, inputs, category, weight)
        select gen_random_uuid(), ${taskId}, n, '', '{}', '', 1 from generate_series(0, ${cells - 1}) as n
        returning id, index
      ), placed as (
        insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status, latest_attempt_id,
          attempt_count, updated_at)
        select gen_random_uuid(), ${taskId}, id, ${columnId}, index, 0, 0, 'Queued', gen_random_uuid(), 1, now() from made
        returning id, row_index, latest_attempt_id
      )
      insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason,
        requested_by, run, partition, title, resolved_input, request_hash, seed_requested, status, queued_at, estimate_micros)
      select latest_attempt_id, ${performerId}, '', 'benchmark', ${taskId}, id, 1, 'initial', ${user.id}, 1,
        row_index / ${perPartition}, 'a clip', jsonb_build_object('prompt', 'p' || row_index, 'seed', row_index),
        sha256(convert_to(${taskId} || row_index, 'UTF8')), row_index, 'Pending', now(), ${estimateMicros}
      from placed`.execute(tx);
  });
  return { taskId, run: 1, userId: user.id };
};
