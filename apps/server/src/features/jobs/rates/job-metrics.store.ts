import type { JobKind } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

interface JobCount {
  readonly kind: JobKind;
  readonly status: string;
  readonly jobs: number;
}

export const countUnfinished = async (db: Db): Promise<JobCount[]> => {
  const { rows } = await sql<JobCount>`
    select kind, status, sum(jobs)::int as jobs from background_job_count
    where status in ('Waiting', 'Running', 'Failed') group by kind, status`.execute(db);
  return rows;
};

interface LongestWait {
  readonly kind: JobKind;
  readonly waitedS: number;
}

/** One index entry for each kind. */
export const listLongestWaits = async (db: Db, kinds: readonly JobKind[]): Promise<LongestWait[]> => {
  const { rows } = await sql<LongestWait>`
    select k.kind, greatest(0, extract(epoch from now() - found.created_at))::float8 as "waitedS"
    from unnest(${[...kinds]}::text[]) k(kind), lateral (
      select j.created_at from background_job j
      where j.kind = k.kind and j.status = 'Waiting' order by j.created_at, j.id limit 1) found`.execute(db);
  return rows;
};
