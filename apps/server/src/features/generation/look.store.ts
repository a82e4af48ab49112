import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import type { LogLine } from "./call.rules.ts";
import type { MovedCell } from "./settle.store.ts";

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
}

interface LookedRow {
  readonly task_id: string | null;
  readonly row_index: number | null;
  readonly col_index: number | null;
  readonly sample: number | null;
  readonly attempt_count: number | null;
}

/** What a look has found, in one statement. Undefined when the call has ended meanwhile: nothing is changed then. */
export const updateLooked = async (db: Db, it: Looked): Promise<MovedCell[] | undefined> => {
  const cellStatus = it.status === "Running" ? "Running" : "Queued";
  const isHandedOn = it.nextLookInMs !== undefined;
  const { rows } = await sql<LookedRow>`
    with noted as (
      update performer_task set
        external_id = ${it.externalId}, status = ${it.status}, raw_status = ${it.rawStatus}, progress = ${it.progress},
        queue_position = ${it.queuePosition}, looks = looks + 1, failures = 0,
        next_look_at = clock_timestamp() + make_interval(secs => ${(it.nextLookInMs ?? 0) / 1_000}),
        log = ${JSON.stringify(it.log)}::jsonb
      where id = ${it.callId} and finished_at is null
      returning id, task_id, cell_id
    ), handed as (
      update performer_slot s set busy_until = '-infinity' from noted where s.call_id = noted.id and ${isHandedOn}
      returning s.slot
    ), moved as (
      update benchmark_cell c set status = ${cellStatus}, updated_at = clock_timestamp()
      from noted left join handed on true
      where c.id = noted.cell_id and c.status in ('Waiting', 'Queued', 'Running') and c.status <> ${cellStatus}
      returning c.id
    )
    select noted.task_id, c.row_index, c.col_index, c.sample, c.attempt_count
    from noted left join benchmark_cell c on c.id = noted.cell_id left join moved on true`.execute(db);
  const [row] = rows;
  return row && toMoved(row, cellStatus);
};

const toMoved = (row: LookedRow, status: "Queued" | "Running"): MovedCell[] =>
  row.task_id === null || row.row_index === null || row.col_index === null || row.sample === null
    ? []
    : [
        {
          taskId: row.task_id,
          row: row.row_index,
          col: row.col_index,
          sample: row.sample,
          status,
          attemptCount: row.attempt_count ?? 0,
        },
      ];

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
        next_look_at = clock_timestamp() + make_interval(secs => ${it.nextLookInMs / 1_000})
      where id = ${it.callId} and finished_at is null returning id
    )
    update performer_slot s set busy_until = '-infinity' from noted where s.call_id = noted.id`.execute(db);
};
