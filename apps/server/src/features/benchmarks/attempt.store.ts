import type { InputValues, PerformerTaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import type { CellPlace } from "./cell.store.ts";

export interface LatestAttempt {
  readonly id: string;
  readonly n: number;
  readonly status: PerformerTaskStatus;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requesterName: string;
  readonly queuedAt: Date;
  readonly performerId: string;
  readonly performerVersion: string;
  readonly title: string;
  readonly values: InputValues;
  readonly seed: number | null;
  readonly estimateMicros: number;
}

export const findAttempt = async (tx: Db, id: string): Promise<LatestAttempt | undefined> => {
  const row = await tx
    .selectFrom("performer_task as p")
    .innerJoin("console_user as u", "u.id", "p.requested_by")
    .select(["p.id", "p.attempt_n", "p.status", "p.reason", "p.requested_by", "u.username", "p.queued_at"])
    .select(["p.performer_id", "p.performer_version", "p.title", "p.resolved_input", "p.seed_requested"])
    .select("p.estimate_micros")
    .where("p.id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      n: row.attempt_n ?? 0,
      status: row.status as PerformerTaskStatus,
      reason: row.reason ?? "",
      requestedBy: row.requested_by,
      requesterName: row.username,
      queuedAt: row.queued_at,
      performerId: row.performer_id,
      performerVersion: row.performer_version,
      title: row.title,
      values: row.resolved_input as InputValues,
      seed: row.seed_requested === null ? null : Number(row.seed_requested),
      estimateMicros: Number(row.estimate_micros),
    }
  );
};

/** Whether this form has been answered before: with a call of the same task. */
export const isAskedBefore = async (tx: Db, requestedBy: string, requestKey: string): Promise<boolean> => {
  const row = await tx
    .selectFrom("performer_task")
    .select("id")
    .where("requested_by", "=", requestedBy)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
  return row !== undefined;
};

export interface NewAttempt {
  readonly id: string;
  readonly taskId: string;
  readonly cellId: string;
  readonly before: LatestAttempt;
  readonly seed: number | null;
  readonly hash: Buffer;
  readonly note: string;
  readonly requestedBy: string;
  readonly requestKey: string;
  readonly at: Date;
}

/** False when another attempt of the cell is under way. */
export const insertAttempt = async (tx: Db, attempt: NewAttempt): Promise<boolean> => {
  const { before, taskId, cellId, at } = attempt;
  const row = await tx
    .insertInto("performer_task")
    .values({
      id: attempt.id,
      performer_id: before.performerId,
      performer_version: before.performerVersion,
      source: "benchmark",
      task_id: taskId,
      cell_id: cellId,
      attempt_n: before.n + 1,
      reason: "regenerate",
      note: attempt.note,
      requested_by: attempt.requestedBy,
      request_key: attempt.requestKey,
      retry_of: before.id,
      title: before.title,
      resolved_input: JSON.stringify(before.values),
      request_hash: attempt.hash,
      seed_requested: attempt.seed === null ? null : BigInt(attempt.seed),
      status: "Pending",
      estimate_micros: BigInt(before.estimateMicros),
      queued_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export const showAttempt = async (
  tx: Db,
  cellId: string,
  { attemptId, n, at, isStale }: { attemptId: string; n: number; at: Date; isStale: boolean },
): Promise<void> => {
  await tx
    .updateTable("benchmark_cell")
    .set({ status: "Queued", latest_attempt_id: attemptId, attempt_count: n, excluded_reason: null, updated_at: at })
    .$if(isStale, (query) => query.set({ is_stale: true }))
    .where("id", "=", cellId)
    .execute();
};

export interface Retry {
  readonly taskId: string;
  readonly run: number;
  readonly cellIds: readonly string[] | undefined;
  readonly note: string;
  readonly requestedBy: string;
  readonly requestKey: string;
  readonly at: Date;
}

export interface RetriedCell extends CellPlace {
  readonly attemptCount: number;
}

/**
 * Another attempt for every cell that failed or was cancelled, with all that the last one was given. The key of the
 * form stands at the first of them; partitions hold 500 calls of one performer, numbered over all of them.
 */
export const insertRetries = async (tx: Db, retry: Retry): Promise<RetriedCell[]> => {
  const { taskId, run, cellIds, note, requestedBy, requestKey, at } = retry;
  const { rows } = await sql<{ row: number; col: number; sample: number; attempt_count: number }>`
    with chosen as (
      select c.id as cell_id, c.row_index, c.col_index, c.sample, l.id as before_id,
        row_number() over (partition by l.performer_id order by c.row_index, c.col_index, c.sample) - 1 as place
      from benchmark_cell c join performer_task l on l.id = c.latest_attempt_id
      where c.task_id = ${taskId} and c.status in ('Failed', 'Cancelled')
        and (${cellIds ?? null}::uuid[] is null or c.id = any(${cellIds ?? null}::uuid[]))
    ), numbered as (
      select chosen.*, l.performer_id, row_number() over (order by chosen.row_index, chosen.col_index, chosen.sample) as turn,
        dense_rank() over (order by l.performer_id, chosen.place / ${sql.lit(500)}) - 1 as partition
      from chosen join performer_task l on l.id = chosen.before_id
    ), made as (
      insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason, note,
        requested_by, request_key, retry_of, run, partition, title, resolved_input, request_hash, seed_requested, status,
        estimate_micros, queued_at)
      select gen_random_uuid(), l.performer_id, l.performer_version, 'benchmark', ${taskId}, n.cell_id, l.attempt_n + 1,
        'regenerate', ${note}, ${requestedBy}::uuid, case when n.turn = 1 then ${requestKey}::uuid end, l.id, ${run}::int,
        n.partition, l.title, l.resolved_input, l.request_hash, l.seed_requested, 'Pending', l.estimate_micros, ${at}
      from numbered n join performer_task l on l.id = n.before_id
      returning id, cell_id, attempt_n
    )
    update benchmark_cell c set status = 'Queued', latest_attempt_id = made.id, attempt_count = made.attempt_n,
      updated_at = ${at}
    from made where c.id = made.cell_id
    returning c.row_index as row, c.col_index as col, c.sample, c.attempt_count`.execute(tx);
  return rows.map(({ attempt_count, ...place }) => ({ ...place, attemptCount: attempt_count }));
};
