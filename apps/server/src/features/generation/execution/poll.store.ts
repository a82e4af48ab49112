import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { callPredicate } from "../../../platform/db/execute-prepared.ts";
import type { LogLine } from "../jobs/job.rules.ts";

export interface RecordedPoll {
  readonly jobId: string;
  readonly externalId: string;
  readonly status: "Pending" | "Queued" | "Running";
  readonly rawStatus: string;
  readonly progress: number | null;
  readonly queuePosition: number | null;
  readonly log: readonly LogLine[];
  /** Undefined: the same worker continues at once. */
  readonly nextPollInMs: number | undefined;
  readonly isVisible: boolean;
}

/** See the SQL function. False when the job has already ended; nothing is changed then. */
export const recordPoll = (db: Db, it: RecordedPoll): Promise<boolean> => {
  const seen = JSON.stringify({
    external_id: it.externalId,
    status: it.status,
    raw_status: it.rawStatus,
    progress: it.progress,
    queue_position: it.queuePosition,
    log: it.log,
  });
  const nextPollS = it.nextPollInMs === undefined ? null : it.nextPollInMs / 1_000;
  const values = [it.jobId, seen, nextPollS, it.isVisible];
  return callPredicate(db, "select record_poll($1, $2, $3, $4) as is_done", values);
};

/** For a job that ended during submission: cancelling at the provider needs its external id. */
export const setExternalId = async (db: Db, jobId: string, externalId: string): Promise<void> => {
  await db.updateTable("performer_task").set({ external_id: externalId }).where("id", "=", jobId).execute();
};

export interface Failure {
  readonly jobId: string;
  readonly nextPollInMs: number;
  readonly log: readonly LogLine[];
}

/** Records a transient failure: the job keeps its status and slot and is retried later. */
export const countFailure = async (db: Db, it: Failure): Promise<void> => {
  await sql`
    with noted as (
      update performer_task set failures = failures + 1, log = ${JSON.stringify(it.log)}::jsonb,
        next_poll_at = clock_timestamp() + make_interval(secs => ${it.nextPollInMs / 1_000})
      where id = ${it.jobId} and finished_at is null returning id
    )
    update performer_slot s set busy_until = '-infinity' from noted where s.call_id = noted.id`.execute(db);
};
