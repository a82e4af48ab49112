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
  /** Undefined: the same worker goes on with it at once. */
  readonly nextPollInMs: number | undefined;
  /** Whether watchers see a difference. */
  readonly isVisible: boolean;
}

/** See the function in the database. False when the call has ended meanwhile: nothing is changed then. */
export const updateLooked = (db: Db, it: RecordedPoll): Promise<boolean> => {
  const seen = JSON.stringify({
    external_id: it.externalId,
    status: it.status,
    raw_status: it.rawStatus,
    progress: it.progress,
    queue_position: it.queuePosition,
    log: it.log,
  });
  const nextLookS = it.nextPollInMs === undefined ? null : it.nextPollInMs / 1_000;
  const values = [it.jobId, seen, nextLookS, it.isVisible];
  return callPredicate(db, "select record_poll($1, $2, $3, $4) as is_done", values);
};

/** For a call that ended while it was being submitted: whoever tells the provider needs its name. */
export const setExternalId = async (db: Db, jobId: string, externalId: string): Promise<void> => {
  await db.updateTable("performer_task").set({ external_id: externalId }).where("id", "=", jobId).execute();
};

export interface Failure {
  readonly jobId: string;
  readonly nextPollInMs: number;
  readonly log: readonly LogLine[];
}

/** A fault that may pass: the call stays as it is, with its slot, and is tried again later. */
export const countFailure = async (db: Db, it: Failure): Promise<void> => {
  await sql`
    with noted as (
      update performer_task set failures = failures + 1, log = ${JSON.stringify(it.log)}::jsonb,
        next_poll_at = clock_timestamp() + make_interval(secs => ${it.nextPollInMs / 1_000})
      where id = ${it.jobId} and finished_at is null returning id
    )
    update performer_slot s set busy_until = '-infinity' from noted where s.call_id = noted.id`.execute(db);
};
