import type { ProcessingFault, ProcessingStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface AttemptRecord {
  readonly number: number;
  readonly submissionId: string;
  readonly status: ProcessingStatus;
  /** The job as the polls of its cluster keep it. */
  readonly clusterJobId: string | null;
  readonly rayStatus: string | null;
  readonly fault: ProcessingFault | null;
  readonly error: string | null;
  readonly logTail: string;
  readonly partsDone: number;
  readonly cpuSeconds: number;
  readonly gpuSeconds: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly submittedAt: Date | null;
  readonly endedAt: Date | null;
}

/** The end of the log is the one that was read when the attempt ended, and until then the one that the polls keep. */
const SELECTED = sql`
  select a.number, a.submission_id as "submissionId", a.status, j.id as "clusterJobId",
    coalesce(case when a.ended_at is null then j.status end, a.ray_status) as "rayStatus", a.fault, a.error,
    case when a.log_tail <> '' or a.ended_at is not null then a.log_tail else right(coalesce(l.tail, ''), 8000) end as "logTail",
    a.parts_done as "partsDone", a.cpu_seconds as "cpuSeconds", a.gpu_seconds as "gpuSeconds", a.created_by as "createdBy",
    a.created_at as "createdAt", a.submitted_at as "submittedAt", a.ended_at as "endedAt"
  from processing_attempt a join processing_run r on r.id = a.run_id
    left join cluster_job j on j.cluster_id = r.cluster_id and j.job_key = a.submission_id
    left join cluster_job_log l on l.job_id = j.id`;

const MAX_SHOWN = 50;

/** Newest first. */
export const listAttempts = async (db: Db, runId: string): Promise<AttemptRecord[]> => {
  const { rows } = await sql<AttemptRecord>`
    ${SELECTED} where a.run_id = ${runId} order by a.number desc limit ${MAX_SHOWN}`.execute(db);
  return rows;
};

export const findAttempt = async (db: Db, runId: string, number: number): Promise<AttemptRecord | undefined> => {
  const { rows } = await sql<AttemptRecord>`
    ${SELECTED} where a.run_id = ${runId} and a.number = ${number}`.execute(db);
  return rows[0];
};

/** The run of the attempt that was started with this key. */
export const findAttemptByRequest = async (db: Db, requestKey: string): Promise<{ runId: string } | undefined> => {
  const { rows } = await sql<{ runId: string }>`
    select run_id as "runId" from processing_attempt where request_key = ${requestKey}`.execute(db);
  return rows[0];
};

export interface NewAttempt {
  readonly runId: string;
  readonly number: number;
  readonly submissionId: string;
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

export const insertAttempt = async (tx: Tx, attempt: NewAttempt): Promise<void> => {
  await sql`
    insert into processing_attempt (run_id, number, submission_id, status, request_key, created_by, created_at)
    values (${attempt.runId}, ${attempt.number}, ${attempt.submissionId}, 'Waiting', ${attempt.requestKey},
      ${attempt.createdBy}, ${attempt.at})`.execute(tx);
};

/** The first time counts: what was found again was submitted then. */
export const noteSubmitted = async (db: Db, runId: string, number: number, at: Date): Promise<void> => {
  await sql`
    update processing_attempt set submitted_at = coalesce(submitted_at, ${at})
    where run_id = ${runId} and number = ${number}`.execute(db);
};
