import type { InputValues, PerformerTaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import { type LogLine, MAX_LOG_LINES } from "./job.rules.ts";

/** A job as its worker sees it. */
export interface Job {
  readonly id: string;
  readonly performerId: string;
  readonly performerVersion: string;
  readonly taskId: string | null;
  readonly cellId: string | null;
  readonly requestedBy: string;
  readonly title: string;
  readonly input: InputValues;
  readonly seed: number | null;
  readonly status: PerformerTaskStatus;
  readonly rawStatus: string | null;
  readonly progress: number | null;
  readonly queuePosition: number | null;
  readonly externalId: string | null;
  readonly mustCancel: boolean;
  readonly estimateMicros: number;
  readonly isEnded: boolean;
  readonly polls: number;
  readonly failures: number;
  readonly log: readonly LogLine[];
}

export interface Claim {
  readonly outcome: "taken" | "ended" | "busy" | "no_slot" | "gated" | "over_budget" | "disabled";
  readonly waitMs: number;
  /** Revision of the performer's current settings. */
  readonly performerRevision: number;
  /** Whether its deadline has passed. */
  readonly isLate: boolean;
  readonly job: Job;
}

interface ClaimRow {
  readonly outcome: Claim["outcome"];
  readonly wait_s: number;
  readonly performer_revision: number;
  readonly is_late: boolean | null;
  readonly taken: Job;
}

/** See the SQL function; undefined when the job does not exist. */
export const claimJob = async (db: Db, jobId: string, busyS: number): Promise<Claim | undefined> => {
  const { rows } = await executePrepared<ClaimRow>(db, "select * from claim_job($1, $2)", [jobId, busyS]);
  const [row] = rows;
  if (!row) return undefined;
  return {
    outcome: row.outcome,
    waitMs: row.wait_s * 1_000,
    performerRevision: row.performer_revision,
    isLate: row.is_late === true,
    job: row.taken,
  };
};

/** Heartbeat of a worker for its jobs; uses the database clock, like everything about slots. */
export const renewHolds = async (db: Db, jobIds: readonly string[], busyS: number): Promise<void> => {
  await db
    .updateTable("performer_slot")
    .set({ busy_until: sql<Date>`clock_timestamp() + make_interval(secs => ${busyS})` })
    .where("call_id", "in", [...jobIds])
    .execute();
};

/** Releases the claim, so that the next worker may claim the job at once; the job keeps its slot. */
export const endHold = async (db: Db, jobId: string): Promise<void> => {
  await db.updateTable("performer_slot").set({ busy_until: "-infinity" }).where("call_id", "=", jobId).execute();
};

/** From here on the reconciler expects a worker to poll the job. */
export const markJobStarted = async (tx: Tx, jobId: string): Promise<void> => {
  await tx.updateTable("performer_task").set({ next_poll_at: sql<Date>`now()` }).where("id", "=", jobId).execute();
};

/** Appends a log line and changes nothing else; ended jobs still get log lines. */
const appended = (line: LogLine) =>
  sql`case when jsonb_array_length(log) < ${MAX_LOG_LINES} then log || ${JSON.stringify([line])}::jsonb else log end`;

export const appendLog = async (db: Db, jobId: string, line: LogLine): Promise<void> => {
  await sql`update performer_task set log = ${appended(line)} where id = ${jobId}`.execute(db);
};

/** The provider confirmed the cancellation: frees the slot. */
export const releaseEnded = async (db: Db, jobId: string, line: LogLine): Promise<void> => {
  await sql`
    with told as (
      update performer_task set must_cancel = false, next_poll_at = null, log = ${appended(line)}
      where id = ${jobId} and finished_at is not null returning id
    )
    update performer_slot s set call_id = null, expires_at = '-infinity', busy_until = '-infinity'
    from told where s.call_id = told.id`.execute(db);
};

/** It is unknown whether the provider has the job: the slot stays taken until its deadline. */
export const abandonEnded = async (db: Db, jobId: string, line: LogLine): Promise<void> => {
  await sql`update performer_task set must_cancel = false, next_poll_at = null, log = ${appended(line)}
    where id = ${jobId} and finished_at is not null`.execute(db);
};

export const postponeCancel = async (db: Db, jobId: string, inMs: number, line: LogLine): Promise<void> => {
  await sql`
    with noted as (
      update performer_task set next_poll_at = clock_timestamp() + make_interval(secs => ${inMs / 1_000}),
        log = ${appended(line)}
      where id = ${jobId} returning id
    )
    update performer_slot s set busy_until = '-infinity' from noted where s.call_id = noted.id`.execute(db);
};

const MEASURED_CALLS = 100;

/** Median seconds from submission to result of the last jobs; undefined when none succeeded yet. */
export const findMedianS = async (db: Db, performerId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ median_s: number | null }>`
    select percentile_cont(0.5) within group (order by took_s) as median_s from (
      select extract(epoch from finished_at - started_at)::float8 as took_s from performer_task
      where performer_id = ${performerId} and finished_at is not null and status = 'Succeeded' and started_at is not null
      order by finished_at desc limit ${MEASURED_CALLS}
    ) as latest`.execute(db);
  return rows[0]?.median_s ?? undefined;
};

export const countInFlight = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from performer_slot where expires_at > now()`.execute(db);
  return rows[0]?.jobs ?? 0;
};

export const hasVisibleJob = async (
  db: Db,
  jobIds: readonly string[],
  { userId, seesTasks, isExternal }: { userId: string; seesTasks: boolean; isExternal: boolean },
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from performer_task
    where id = any(${[...jobIds]}::uuid[]) and (requested_by = ${userId} or (${seesTasks} and source = 'benchmark'
      and (not ${isExternal}::boolean
        or task_id in (select id from console_task where owner_id = ${userId}
          union all select task_id from task_member where user_id = ${userId}))))
    limit 1`.execute(db);
  return rows.length > 0;
};
