import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

export interface RunState {
  readonly status: string;
  readonly experiment_id: string;
  readonly name: string;
  readonly ended_at: Date | null;
  readonly points: number;
  readonly metrics: number;
  readonly samples: number;
  readonly log_chunks: number;
}

/** Locks the state of a run of this credential, so that its batches are stored one after the other. */
export const lockRun = async (tx: Tx, runId: string, credentialId: string): Promise<RunState | undefined> => {
  const { rows } = await sql<RunState>`
    select r.status, r.experiment_id, r.name, r.ended_at, s.points::int, s.metrics, s.samples, s.log_chunks
    from experiment_run r join experiment_run_state s on s.run_id = r.id
    where r.id = ${runId} and r.credential_id = ${credentialId} for update of s`.execute(tx);
  return rows[0];
};

export interface RunGrowth {
  readonly points: number;
  readonly metrics: number;
  readonly samples: number;
  readonly logChunks: number;
}

export const growRun = async (tx: Tx, runId: string, growth: RunGrowth, at: Date): Promise<void> => {
  await sql`
    update experiment_run_state set points = points + ${growth.points}, metrics = metrics + ${growth.metrics},
      samples = samples + ${growth.samples}, log_chunks = log_chunks + ${growth.logChunks},
      last_logged_at = greatest(last_logged_at, ${at})
    where run_id = ${runId}`.execute(tx);
};

/** Remember a batch. Returns the hash of the batch that an earlier request stored under the same key, if any. */
export const rememberBatch = async (
  tx: Tx,
  batch: { readonly runId: string; readonly batchKey: string; readonly sha256: Buffer; readonly at: Date },
): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ sha256: Buffer }>`
    with stored as (
      insert into experiment_batch (run_id, batch_key, sha256, stored_at)
      values (${batch.runId}, ${batch.batchKey}, ${batch.sha256}, ${batch.at}) on conflict do nothing
    )
    select sha256 from experiment_batch where run_id = ${batch.runId} and batch_key = ${batch.batchKey}`.execute(tx);
  return rows[0]?.sha256;
};

export const insertLogChunk = async (
  tx: Tx,
  chunk: { readonly runId: string; readonly number: number; readonly lines: readonly string[]; readonly at: Date },
): Promise<void> => {
  await tx
    .insertInto("experiment_log")
    .values({ run_id: chunk.runId, number: chunk.number, logged_at: chunk.at, lines: [...chunk.lines] })
    .execute();
};
