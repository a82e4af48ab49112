import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface ServiceCallerRow {
  readonly performer_id: string;
  readonly performer: string;
  readonly user: string;
  readonly calls: number;
  readonly last_at: Date;
}

const MAX_PERFORMERS = 20;
/** Of each performer; a busier one is counted from its newest. */
const MAX_CALLS = 5_000;
const MAX_CALLERS = 50;

/** Performers whose endpoint is the address of the service, or below it, the newest first. */
export const listPerformersAt = (db: Db, address: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom("performer")
    .select(["id", "name"])
    .where("deleted_at", "is", null)
    .where(sql<boolean>`(endpoint = ${address} or starts_with(endpoint, ${`${address.replace(/\/$/, "")}/`}))`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_PERFORMERS)
    .execute();

/** Who called these performers since then, the busiest first. */
export const listCallers = async (
  db: Db,
  performers: readonly { readonly id: string }[],
  since: Date,
): Promise<ServiceCallerRow[]> => {
  if (performers.length === 0) return [];
  const { rows } = await sql<ServiceCallerRow>`
    select p.id as performer_id, p.name as performer, coalesce(u.username, '') as user, count(*)::int as calls,
      max(t.queued_at) as last_at
    from performer p
    cross join lateral (
      select requested_by, queued_at from performer_task
      where performer_id = p.id and queued_at >= ${since} order by queued_at desc, id limit ${MAX_CALLS}) t
    left join console_user u on u.id = t.requested_by
    where p.id = any(${performers.map(({ id }) => id)}::uuid[])
    group by p.id, p.name, u.username
    order by calls desc, performer_id, "user" limit ${MAX_CALLERS}`.execute(db);
  return rows;
};
