import type { InputValues, PerformerTaskStatus } from "@dailies/contract";
import type { Tx } from "../../../platform/db/database.ts";

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

export const findAttempt = async (tx: Tx, id: string): Promise<LatestAttempt | undefined> => {
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

/** Whether a job with this idempotency key exists already. */
export const isAskedBefore = async (tx: Tx, requestedBy: string, requestKey: string): Promise<boolean> => {
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

/** Returns false when another attempt of the cell is in progress. */
export const insertAttempt = async (tx: Tx, attempt: NewAttempt): Promise<boolean> => {
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
  tx: Tx,
  cellId: string,
  { attemptId, n, at, isStale }: { attemptId: string; n: number; at: Date; isStale: boolean },
): Promise<void> => {
  await tx
    .updateTable("benchmark_cell")
    .set({ status: "Queued", latest_attempt_id: attemptId, attempt_count: n, excluded_reason: null, updated_at: at })
    // Raters must judge the new clip, whichever attempt the policy would count: clear the counted attempt and the pin.
    .$if(isStale, (query) => query.set({ is_stale: true, counted_attempt_id: null, is_pinned: false }))
    .where("id", "=", cellId)
    .execute();
};
