import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NewRun {
  readonly taskId: string;
  readonly run: number;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

export const insertRun = async (tx: Tx, { taskId, run, reason, by, at }: NewRun): Promise<void> => {
  await tx
    .insertInto("generation_run")
    .values({ task_id: taskId, run, reason, requested_by: by, started_at: at })
    .execute();
};

export interface PlannedPartition {
  readonly performerId: string;
  readonly partition: number;
}

export interface RunLimits {
  /** Maximum number of jobs of the task in flight across all performers. */
  readonly taskConcurrency: number;
  readonly performers: ReadonlyMap<string, number>;
}

/** The partitions of a run that still have unfinished jobs. */
export const listOpenPartitions = async (db: Db, taskId: string, run: number): Promise<PlannedPartition[]> => {
  const { rows } = await sql<PlannedPartition>`
    select performer_id as "performerId", partition from performer_task
    where task_id = ${taskId} and run = ${run} and partition is not null and status in ('Pending', 'Queued', 'Running')
    group by performer_id, partition order by partition`.execute(db);
  return rows;
};

export const getRunLimits = async (db: Db, taskId: string, performerIds: readonly string[]): Promise<RunLimits> => {
  const { concurrency } = await db
    .selectFrom("benchmark")
    .select("concurrency")
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("performer")
    .select(["id", "concurrency"])
    .where("id", "in", [...performerIds])
    .execute();
  return { taskConcurrency: concurrency, performers: new Map(rows.map((row) => [row.id, row.concurrency])) };
};

export const listJobsOfPartition = async (
  db: Db,
  { taskId, run, partition }: { taskId: string; run: number; partition: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom("performer_task as c")
    .leftJoin("benchmark_cell as cell", "cell.id", "c.cell_id")
    .select("c.id")
    .where("c.task_id", "=", taskId)
    .where("c.run", "=", run)
    .where("c.partition", "=", partition)
    // Matches the predicate of the partial index.
    .where(sql<boolean>`c.status in ('Pending', 'Queued', 'Running')`)
    .orderBy("cell.row_index")
    .orderBy("c.id")
    .execute();
  return rows.map((row) => row.id);
};

export interface EndedRun {
  readonly ownerId: string;
  /** Cells of the task; cancelled and excluded ones are in neither count. */
  readonly succeeded: number;
  readonly failed: number;
}

/** Closes the run unless a job of it is unfinished. Undefined when it stays open, or was closed before. */
export const closeRunIfDone = async (tx: Tx, taskId: string, run: number): Promise<EndedRun | undefined> => {
  const { rows: closed } = await sql<{ ownerId: string }>`
    update generation_run r set finished_at = now() from console_task t
    where r.task_id = ${taskId} and r.run = ${run} and r.finished_at is null and t.id = r.task_id and not exists (
      select from performer_task c
      where c.task_id = ${taskId} and c.run = ${run} and c.status in ('Pending', 'Queued', 'Running'))
    returning t.owner_id as "ownerId"`.execute(tx);
  if (!closed[0]) return undefined;
  const { rows } = await sql<Omit<EndedRun, "ownerId">>`
    select (count(*) filter (where status = 'Succeeded'))::int as succeeded,
      (count(*) filter (where status = 'Failed'))::int as failed
    from benchmark_cell where task_id = ${taskId}`.execute(tx);
  return { succeeded: 0, failed: 0, ...rows[0], ...closed[0] };
};

export interface OpenRun {
  readonly taskId: string;
  readonly run: number;
  readonly restarts: number;
  readonly isUnderWay: boolean;
}

/** Started at least `olderThanS` ago and not closed. */
export const listOpenRuns = async (
  db: Db,
  { olderThanS, taskId, limit }: { olderThanS: number; taskId?: string | undefined; limit: number },
): Promise<OpenRun[]> => {
  const { rows } = await sql<OpenRun>`
    select r.task_id as "taskId", r.run, r.restarts, exists (
      select from performer_task c
      where c.task_id = r.task_id and c.run = r.run and c.status in ('Pending', 'Queued', 'Running')) as "isUnderWay"
    from generation_run r
    where r.finished_at is null and r.started_at < now() - make_interval(secs => ${olderThanS})
      and (${taskId ?? null}::uuid is null or r.task_id = ${taskId ?? null}::uuid)
    order by r.started_at limit ${limit}`.execute(db);
  return rows;
};

/** False when another reconciler was first. */
export const countRestart = async (
  tx: Tx,
  { taskId, run, restarts }: Omit<OpenRun, "isUnderWay">,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("generation_run")
    .set({ restarts: restarts + 1 })
    .where("task_id", "=", taskId)
    .where("run", "=", run)
    .where("restarts", "=", restarts)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
