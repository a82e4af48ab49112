import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export interface HealthRow {
  performer_id: string;
  last_success_at: Date | null;
  p50_s: number | null;
  error_rate: number | null;
  calls: number;
  in_flight: number;
}

/** A busy performer ends more jobs a day than needed: the newest are enough. */
const NEWEST_CALLS = 20_000;

/** The results of each performer since that time. Jobs that we cancelled do not count. */
export const listHealth = async (db: Db, since: Date): Promise<HealthRow[]> => {
  const { rows } = await sql<HealthRow>`
    select p.id as performer_id, ended.*, held.in_flight
    from performer p
    cross join lateral (
      select
        max(finished_at) filter (where status = 'Succeeded') as last_success_at,
        percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)::float8)
          filter (where status = 'Succeeded' and started_at is not null) as p50_s,
        avg(case when status = 'Succeeded' then 0.0 else 1.0 end)
          filter (where status <> 'Cancelled')::float8 as error_rate,
        count(*)::int as calls
      from (
        select status, started_at, finished_at from performer_task
        where performer_id = p.id and finished_at > ${since}
        order by finished_at desc limit ${NEWEST_CALLS}
      ) newest
    ) ended
    cross join lateral (
      select count(*)::int as in_flight from performer_slot s
      where s.performer_id = p.id and (s.call_id is not null or s.expires_at > now())
    ) held
    where p.deleted_at is null`.execute(db);
  return rows;
};
