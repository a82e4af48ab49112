import type { CellStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { LogLine } from "./job.rules.ts";

/** Selects jobs: all unfinished ones of a task, unless ids are given. */
export interface Cancelled {
  readonly taskId?: string | undefined;
  readonly run?: number | undefined;
  readonly cellIds?: readonly string[] | undefined;
  readonly jobIds?: readonly string[] | undefined;
}

/** In the order of their ids, which is also the lock order. */
export const listUnderWay = async (tx: Tx, wanted: Cancelled): Promise<string[]> => {
  const { taskId, run, cellIds, jobIds } = wanted;
  let query = tx
    .selectFrom("performer_task")
    .select("id")
    .where(sql<boolean>`status in ('Pending', 'Queued', 'Running')`);
  if (taskId !== undefined) query = query.where("task_id", "=", taskId);
  if (run !== undefined) query = query.where("run", "=", run);
  if (cellIds !== undefined) query = query.where(sql<boolean>`cell_id = any(${[...cellIds]}::uuid[])`);
  if (jobIds !== undefined) query = query.where(sql<boolean>`id = any(${[...jobIds]}::uuid[])`);
  const rows = await query.orderBy("id").execute();
  return rows.map((row) => row.id);
};

/**
 * Locks those that have not ended until the transaction ends. Always in id order, so that two cancellations of the same jobs
 * cannot deadlock.
 */
export const lockUnderWay = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom("performer_task")
    .select("id")
    .where(sql<boolean>`id = any(${[...ids]}::uuid[]) and status in ('Pending', 'Queued', 'Running')`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
};

export interface CancelledJob {
  readonly id: string;
  readonly requested_by: string;
  readonly task_id: string | null;
  readonly cell_id: string | null;
  readonly must_cancel: boolean;
  readonly row_index: number | null;
  readonly col_index: number | null;
  readonly sample: number | null;
  readonly cell_status: CellStatus | null;
  readonly attempt_count: number | null;
}

interface Cancelling {
  readonly code: string;
  readonly message: string;
  readonly line: LogLine;
  readonly isToldEach: boolean;
  readonly leavesCell: boolean;
}

/**
 * Ends locked jobs: releases their reservations and marks those in flight for cancellation at the provider. Returns all of
 * them or, without single announcements, only those to be cancelled at the provider.
 */
export const updateCancelled = async (
  tx: Tx,
  ids: readonly string[],
  { code, message, line, isToldEach, leavesCell }: Cancelling,
): Promise<CancelledJob[]> => {
  const { rows } = await sql<CancelledJob>`
    with before as (
      select id, cell_id, reserved_micros from performer_task where id = any(${[...ids]}::uuid[])
    ), ended as (
      update performer_task t set
        status = 'Cancelled', finished_at = clock_timestamp(), reserved_micros = 0, queue_position = null,
        cell_id = case when ${leavesCell}::boolean then null else t.cell_id end,
        attempt_n = case when ${leavesCell}::boolean then null else t.attempt_n end,
        must_cancel = t.started_at is not null,
        next_poll_at = case when t.started_at is not null then clock_timestamp() end,
        error_code = ${code}, error_message = ${message}, error_is_retryable = true,
        log = t.log || ${JSON.stringify([line])}::jsonb
      from before where t.id = before.id and t.finished_at is null
      returning t.id, t.requested_by, t.task_id, before.cell_id, t.cell_id as moved_id, t.must_cancel, before.reserved_micros
    ), paid as (
      update benchmark b set reserved_micros = b.reserved_micros - back.micros
      from (select task_id, sum(reserved_micros)::bigint as micros from ended where task_id is not null group by task_id) as back
      where b.task_id = back.task_id and back.micros > 0
      returning b.task_id
    ), moved as (
      update benchmark_cell c set
        status = case
          when c.status = 'Excluded' then 'Excluded'
          when c.counted_attempt_id is not null then 'Succeeded'
          else 'Cancelled' end,
        updated_at = clock_timestamp()
      from ended left join paid on paid.task_id = ended.task_id
      where c.id = ended.moved_id
      returning c.id, c.row_index, c.col_index, c.sample, c.status as cell_status, c.attempt_count
    )
    select ended.id, ended.requested_by, ended.task_id, ended.cell_id, ended.must_cancel,
      moved.row_index, moved.col_index, moved.sample, moved.cell_status, moved.attempt_count
    from ended left join moved on moved.id = ended.cell_id
    where ended.must_cancel or ${isToldEach}::boolean`.execute(tx);
  return rows;
};

/** Claims jobs that await cancellation at the provider; the lease keeps other workers from cancelling them too. */
export const claimUntold = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update performer_task set next_poll_at = clock_timestamp() + interval '30 seconds'
    where id in (
      select id from performer_task where must_cancel and finished_at is not null and next_poll_at <= now()
      order by next_poll_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.map((row) => row.id);
};

export const postponeUntold = async (db: Db, jobId: string, inMs: number): Promise<void> => {
  await sql`update performer_task set next_poll_at = clock_timestamp() + make_interval(secs => ${inMs / 1_000})
    where id = ${jobId} and must_cancel`.execute(db);
};
