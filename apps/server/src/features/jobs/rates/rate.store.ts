import type { JobKind } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface RateRow {
  readonly bucket: Date;
  readonly event: "Started" | "Finished" | "Failed" | "Cancelled";
  readonly jobs: number;
  readonly waitedS: number;
  readonly longestS: number;
}

export interface RatedKinds {
  readonly kinds: readonly JobKind[];
  /** Kinds among them that wait for a worker; of others no start counts. */
  readonly queued: readonly JobKind[];
}

/** Kept by the database with every start and end, in steps of five minutes. */
export const listRates = async (db: Db, { kinds, queued }: RatedKinds, from: Date): Promise<RateRow[]> => {
  const { rows } = await sql<RateRow>`
    select bucket, event, sum(jobs)::int as jobs, sum(waited_s) as "waitedS", max(longest_s) as "longestS"
    from background_job_rate where bucket >= ${from} and kind = any(${[...kinds]})
      and (event <> 'Started' or kind = any(${[...queued]}))
    group by bucket, event`.execute(db);
  return rows;
};

export interface WaitingRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly createdAt: Date;
}

/** The oldest of each kind by its index, and of those the oldest. */
export const findOldestWaiting = async (db: Db, kinds: readonly JobKind[]): Promise<WaitingRow | undefined> => {
  const { rows } = await sql<WaitingRow>`
    select found.id, found.kind, found.created_at as "createdAt" from unnest(${[...kinds]}::text[]) k(kind), lateral (
      select j.id, j.kind, j.created_at from background_job j
      where j.kind = k.kind and j.status = 'Waiting' order by j.created_at, j.id limit 1) found
    order by found.created_at limit 1`.execute(db);
  return rows[0];
};
