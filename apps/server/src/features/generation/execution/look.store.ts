import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { callPredicate } from "../../../platform/db/execute-prepared.ts";
import type { LogLine } from "../jobs/call.rules.ts";

export interface Looked {
  readonly callId: string;
  readonly externalId: string;
  readonly status: "Pending" | "Queued" | "Running";
  readonly rawStatus: string;
  readonly progress: number | null;
  readonly queuePosition: number | null;
  readonly log: readonly LogLine[];
  /** Undefined: the same worker goes on with it at once. */
  readonly nextLookInMs: number | undefined;
  /** Whether watchers see a difference. */
  readonly isVisible: boolean;
}

/** See the function in the database. False when the call has ended meanwhile: nothing is changed then. */
export const updateLooked = (db: Db, it: Looked): Promise<boolean> => {
  const seen = JSON.stringify({
    external_id: it.externalId,
    status: it.status,
    raw_status: it.rawStatus,
    progress: it.progress,
    queue_position: it.queuePosition,
    log: it.log,
  });
  const nextLookS = it.nextLookInMs === undefined ? null : it.nextLookInMs / 1_000;
  const values = [it.callId, seen, nextLookS, it.isVisible];
  return callPredicate(db, "select record_poll($1, $2, $3, $4) as is_done", values);
};

/** For a call that ended while it was being submitted: whoever tells the provider needs its name. */
export const setExternalId = async (db: Db, callId: string, externalId: string): Promise<void> => {
  await db.updateTable("performer_task").set({ external_id: externalId }).where("id", "=", callId).execute();
};

export interface Failure {
  readonly callId: string;
  readonly nextLookInMs: number;
  readonly log: readonly LogLine[];
}

/** A fault that may pass: the call stays as it is, with its slot, and is tried again later. */
export const countFailure = async (db: Db, it: Failure): Promise<void> => {
  await sql`
    with noted as (
      update performer_task set failures = failures + 1, log = ${JSON.stringify(it.log)}::jsonb,
        next_poll_at = clock_timestamp() + make_interval(secs => ${it.nextLookInMs / 1_000})
      where id = ${it.callId} and finished_at is null returning id
    )
    update performer_slot s set busy_until = '-infinity' from noted where s.call_id = noted.id`.execute(db);
};
