import type { Informed } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

interface RaterTally {
  readonly id: string;
  readonly username: string;
  readonly informed: Informed | null;
  readonly submitted: number;
  readonly skipped: number;
  readonly gold_right: number;
  readonly gold_of: number;
}

/** The current raters, with the score of each on gold items. */
export const listRaters = async (db: Db, taskId: string): Promise<RaterTally[]> => {
  const { rows } = await sql<RaterTally>`
    with known as (
      select l.rater_id, count(*) filter (where j.outcome = i.expected) as gold_right, count(*) as gold_of
      from evaluation_item i join evaluation_lease l on l.item_id = i.id
      join judgement j on j.lease_id = l.id and j.undone_at is null and j.voided_at is null
      where i.task_id = ${taskId} and i.kind = 'gold' and not i.is_stale group by l.rater_id
    )
    select u.id, u.username, informed_as(r.task_id, r.user_id) as informed, r.submitted, r.skipped, coalesce(known.gold_right, 0)::int as gold_right,
      coalesce(known.gold_of, 0)::int as gold_of
    from evaluation_rater r join console_user u on u.id = r.user_id
    left join known on known.rater_id = r.user_id
    where r.task_id = ${taskId} and r.removed_at is null order by u.username`.execute(db);
  return rows;
};

/** Who is asked to judge while judging by people is open; undefined when it is not. */
export const findOpenJudging = async (
  tx: Tx,
  taskId: string,
): Promise<{ readonly startedAt: Date; readonly raterIds: readonly string[] } | undefined> => {
  const { rows } = await sql<{ startedAt: Date; raterIds: string[] }>`
    select e.started_at as "startedAt", array(
      select r.user_id from evaluation_rater r where r.task_id = e.task_id and r.removed_at is null) as "raterIds"
    from evaluation e
    where e.task_id = ${taskId} and e.started_at is not null and e.closed_at is null and e.mode <> 'auto'`.execute(tx);
  return rows[0];
};

/** Sets the raters and expires the leases of removed ones at once. Returns how many were added and removed. */
export const replaceRaters = async (
  tx: Tx,
  taskId: string,
  userIds: readonly string[],
  at: Date,
): Promise<{ added: number; removed: number }> => {
  const added = await sql`insert into evaluation_rater (task_id, user_id)
    select ${taskId}, id from unnest(${[...userIds]}::uuid[]) as asked (id)
    on conflict (task_id, user_id) do update set removed_at = null where evaluation_rater.removed_at is not null
    returning user_id`.execute(tx);
  const removed = await sql`
    with gone as (
      update evaluation_rater set removed_at = ${at}
      where task_id = ${taskId} and removed_at is null and not (user_id = any(${[...userIds]}::uuid[])) returning user_id
    ), due as (
      update evaluation_lease l set expires_at = ${at} from gone
      where l.rater_id = gone.user_id and l.task_id = ${taskId} and l.status = 'leased' returning l.id
    )
    select user_id, (select count(*) from due) from gone`.execute(tx);
  return { added: added.rows.length, removed: removed.rows.length };
};
