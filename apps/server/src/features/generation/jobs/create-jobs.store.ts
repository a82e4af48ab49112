import type { InputValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NewJob {
  readonly id: string;
  readonly performerId: string;
  readonly performerVersion: string;
  readonly requestedBy: string;
  readonly requestKey: string;
  readonly requestIndex: number;
  readonly retryOf: string | null;
  readonly title: string;
  readonly input: InputValues;
  readonly values: InputValues;
  readonly requestHash: Buffer;
  readonly seed: number | null;
  readonly estimateMicros: number;
  readonly at: Date;
}

/** False when the same form was submitted before. */
export const insertJob = async (tx: Tx, job: NewJob): Promise<boolean> => {
  const { rows } = await sql`
    insert into performer_task (id, performer_id, performer_version, source, requested_by, request_key, request_index,
      retry_of, title, input, resolved_input, request_hash, seed_requested, status, queued_at, estimate_micros)
    values (${job.id}, ${job.performerId}, ${job.performerVersion}, 'playground', ${job.requestedBy},
      ${job.requestKey}, ${job.requestIndex}, ${job.retryOf}, ${job.title}, ${JSON.stringify(job.input)}::jsonb,
      ${JSON.stringify(job.values)}::jsonb, ${job.requestHash}, ${job.seed}, 'Pending', ${job.at}, ${job.estimateMicros})
    on conflict (requested_by, request_key, request_index) where request_key is not null do nothing
    returning id`.execute(tx);
  return rows.length > 0;
};

/** The jobs of one form, in the order of their seeds. */
export const listJobsOfRequest = async (db: Db, userId: string, requestKey: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("performer_task")
    .select("id")
    .where("requested_by", "=", userId)
    .where("request_key", "=", requestKey)
    .orderBy("request_index")
    .execute();
  return rows.map((row) => row.id);
};

/** Playground jobs only; tasks have their own limits. */
export const countOwnUnderWay = async (db: Db, userId: string): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from performer_task
    where requested_by = ${userId} and source = 'playground' and status in ('Pending', 'Queued', 'Running')`.execute(
    db,
  );
  return rows[0]?.jobs ?? 0;
};
