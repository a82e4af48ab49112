import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

const KEPT_DAYS = 90;
const KEPT_PER_USER = 200;
/** Only users who were notified recently can have more than before. */
const RECENT_DAYS = 2;

/** Retention: deletes old notifications, and the oldest of users with too many. Returns how many were deleted. */
export const deleteOldNotifications = async (
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> => {
  const { rows } = await sql<{ deleted: number }>`
    with recent as (
      select distinct user_id from notification where created_at > ${now}::timestamptz - make_interval(days => ${RECENT_DAYS})
    ), surplus as (
      select older.id from recent cross join lateral (
        select id from notification n where n.user_id = recent.user_id order by id desc offset ${KEPT_PER_USER}
      ) older limit ${limit}
    ), expired as (
      select id from notification where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}) limit ${limit}
    ), gone as (
      delete from notification where id in (select id from surplus union select id from expired limit ${limit}) returning id
    )
    select count(*)::int as deleted from gone`.execute(db);
  return rows[0]?.deleted ?? 0;
};
