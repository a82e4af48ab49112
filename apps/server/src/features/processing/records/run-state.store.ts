import type { ProcessingFault, ProcessingPhase } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** An attempt of a run. */
export interface AttemptRef {
  readonly runId: string;
  readonly attempt: number;
}

const OPEN = sql`status in ('Waiting', 'Running')`;

/** Whether this attempt is still wanted, and whether somebody asked to cancel it. */
export const readDecision = async (db: Db, { runId, attempt }: AttemptRef): Promise<"go on" | "cancel" | "over"> => {
  const { rows } = await sql<{ isCancelled: boolean }>`
    select cancel_asked_at is not null as "isCancelled" from processing_run
    where id = ${runId} and attempt = ${attempt} and ${OPEN}`.execute(db);
  const [found] = rows;
  if (!found) return "over";
  return found.isCancelled ? "cancel" : "go on";
};

/** Returns false when the attempt is over. */
export const enterPhase = async (
  db: Db,
  { runId, attempt }: AttemptRef,
  phase: ProcessingPhase,
  at: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    with changed as (
      update processing_run set status = 'Running', phase = ${phase}, started_at = coalesce(started_at, ${at})
      where id = ${runId} and attempt = ${attempt} and ${OPEN} returning id
    )
    update processing_attempt a set status = 'Running' from changed
    where a.run_id = changed.id and a.number = ${attempt} and a.status in ('Waiting', 'Running')
    returning a.number`.execute(db);
  return rows.length > 0;
};

export const noteList = async (
  db: Db,
  { runId, attempt }: AttemptRef,
  { items, parts, partsDone }: { readonly items: number; readonly parts: number; readonly partsDone: number },
): Promise<void> => {
  await sql`
    update processing_run set items_total = ${items}, parts_total = ${parts}, parts_done = ${partsDone}
    where id = ${runId} and attempt = ${attempt} and ${OPEN}`.execute(db);
};

interface Observation {
  readonly rayStatus: string | null;
  readonly partsDone: number | null;
  readonly isSilent: boolean;
  readonly at: Date;
}

/** What a look at the job found. */
export const noteObservation = async (db: Db, { runId, attempt }: AttemptRef, observed: Observation): Promise<void> => {
  await sql`
    with changed as (
      update processing_run set
        parts_done = greatest(parts_done, coalesce(${observed.partsDone}::int, 0)),
        followed_at = case when ${observed.isSilent} then followed_at else ${observed.at}::timestamptz end,
        silent_since = case when ${observed.isSilent} then coalesce(silent_since, ${observed.at}::timestamptz) end
      where id = ${runId} and attempt = ${attempt} and ${OPEN} returning id
    )
    update processing_attempt a set ray_status = coalesce(${observed.rayStatus}, a.ray_status) from changed
    where a.run_id = changed.id and a.number = ${attempt}`.execute(db);
};

export interface AttemptEnd {
  readonly fault: ProcessingFault | null;
  readonly error: string | null;
  readonly rayStatus: string | null;
  readonly logTail: string;
  readonly partsDone: number;
  readonly cpuSeconds: number;
  readonly gpuSeconds: number;
  readonly at: Date;
}

export type RunEnd =
  | { readonly status: "Failed" | "Cancelled" }
  | {
      readonly status: "Finished";
      readonly outputDatasetId: string;
      readonly rowsOut: number;
      readonly itemsFailed: number;
    };

/** Ends a run with its attempt, once. Returns false when it was over already. */
export const endRun = (db: Db, ref: AttemptRef, run: RunEnd, end: AttemptEnd): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { runId, attempt } = ref;
    const { rows } = await sql`
      select 1 from processing_run where id = ${runId} and attempt = ${attempt} and ${OPEN} for no key update`.execute(
      tx,
    );
    if (rows.length === 0) return false;
    await endAttempt(tx, ref, run.status, end);
    const output = run.status === "Finished" ? run : { outputDatasetId: null, rowsOut: null, itemsFailed: null };
    await sql`
      update processing_run set status = ${run.status}, phase = null, fault = ${end.fault},
        error = ${end.error?.slice(0, 1_000) ?? null}, finished_at = ${end.at}, silent_since = null,
        parts_done = case when ${run.status} = 'Finished' then coalesce(parts_total, parts_done) else parts_done end,
        cpu_seconds = cpu_seconds + ${end.cpuSeconds},
        gpu_seconds = gpu_seconds + ${end.gpuSeconds}, output_dataset_id = ${output.outputDatasetId},
        rows_out = ${output.rowsOut}, items_failed = ${output.itemsFailed}
      where id = ${runId}`.execute(tx);
    return true;
  });

const MAX_LOG = 20_000;

const endAttempt = async (
  tx: Tx,
  { runId, attempt }: AttemptRef,
  status: RunEnd["status"],
  end: AttemptEnd,
): Promise<void> => {
  await sql`
    update processing_attempt set status = ${status}, fault = ${end.fault}, error = ${end.error?.slice(0, 1_000) ?? null},
      ray_status = coalesce(${end.rayStatus}, ray_status), log_tail = ${end.logTail.slice(-MAX_LOG)},
      parts_done = ${end.partsDone}, cpu_seconds = ${end.cpuSeconds}, gpu_seconds = ${end.gpuSeconds}, ended_at = ${end.at}
    where run_id = ${runId} and number = ${attempt}`.execute(tx);
};
