import type { CellStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

const LOST_AFTER_S = 120;
const DELIVERIES_KEPT_DAYS = 7;

/**
 * Jobs whose poll is long overdue. Jobs of an open run belong to its workflow. Touches `next_poll_at`, so that a second run
 * does not start them again.
 */
export const claimLostJobs = async (
  tx: Tx,
  { taskId, limit }: { taskId?: string | undefined; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update performer_task set next_poll_at = clock_timestamp()
    where id in (
      select c.id from performer_task c
      where c.status in ('Pending', 'Queued', 'Running')
        and coalesce(c.next_poll_at, c.queued_at) < now() - make_interval(secs => ${LOST_AFTER_S})
        and (${taskId ?? null}::uuid is null or c.task_id = ${taskId ?? null}::uuid)
        and not exists (
          select from generation_run r
          where r.task_id = c.task_id and r.run = c.run and r.finished_at is null)
      limit ${limit} for update skip locked)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
};

export const deleteOldDeliveries = async (db: Db): Promise<void> => {
  await sql`delete from webhook_delivery where received_at < now() - make_interval(days => ${DELIVERIES_KEPT_DAYS})`.execute(
    db,
  );
};

export interface ChangedCell {
  readonly row: number;
  readonly col: number;
  readonly sample: number;
  readonly from: CellStatus;
  readonly to: CellStatus;
  readonly attemptCount: number;
}

/** Repairs cells whose status says unfinished although their job has ended. There should never be any. */
export const repairCells = async (tx: Tx, taskId: string): Promise<ChangedCell[]> => {
  const { rows } = await sql<ChangedCell>`
    with wrong as (
      select c.id, c.status as before, case
        when c.counted_attempt_id is not null then 'Succeeded'
        when a.status = 'Cancelled' then 'Cancelled' else 'Failed' end as after
      from benchmark_cell c join performer_task a on a.id = c.latest_attempt_id
      where c.task_id = ${taskId} and c.status in ('Queued', 'Running') and a.finished_at is not null
      for update of c
    )
    update benchmark_cell c set status = wrong.after, updated_at = clock_timestamp()
    from wrong where c.id = wrong.id
    returning c.row_index as row, c.col_index as col, c.sample, wrong.before as "from", c.status as "to",
      c.attempt_count as "attemptCount"`.execute(tx);
  return rows;
};

export interface StalledCell {
  readonly row: number;
  readonly col: number;
  readonly sample: number;
  readonly since: Date;
}

export const listStalled = async (db: Db, taskId: string, limit: number): Promise<StalledCell[]> => {
  const { rows } = await sql<StalledCell>`
    select c.row_index as row, c.col_index as col, c.sample, a.next_poll_at as since
    from performer_task a join benchmark_cell c on c.id = a.cell_id
    where a.task_id = ${taskId} and a.status in ('Pending', 'Queued', 'Running')
      and a.next_poll_at < now() - make_interval(secs => ${LOST_AFTER_S})
    order by a.next_poll_at limit ${limit}`.execute(db);
  return rows;
};

/** Jobs in flight whose next poll is far away. */
export const listWaitingLong = async (db: Db, taskId: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from performer_task
    where task_id = ${taskId} and status in ('Pending', 'Queued', 'Running') and external_id is not null
      and next_poll_at > now() + interval '3 seconds'
    order by next_poll_at desc limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
};
