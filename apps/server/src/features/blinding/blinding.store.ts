import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** The tasks whose labels a user must not see, for conditions such as `task_id not in ${blindedTasksOf(userId)}`. */
export const blindedTasksOf = (userId: string): RawBuilder<string> => sql`(select blinded_tasks(${userId}))`;

/** Those of these tasks that the user must not see; records the user as a viewer of the others. */
export const recordViewer = async (db: Db, userId: string, taskIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with asked as (select distinct id from unnest(${[...taskIds]}::uuid[]) as given (id)),
    blinded as materialized (select id from asked where id in ${blindedTasksOf(userId)}),
    seen as (
      insert into task_viewer (task_id, user_id)
      select t.id, ${userId}::uuid from asked join console_task t on t.id = asked.id
      where asked.id not in (select id from blinded)
      order by t.id on conflict do nothing
    )
    select id from blinded`.execute(db);
  return rows.map(({ id }) => id);
};

/** Those of these tasks that the user must not see, without recording anything. */
export const listBlindedTasks = async (db: Db, userId: string, taskIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...taskIds]}::uuid[]) as given (id) where id in ${blindedTasksOf(userId)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** The tasks that each of these users must not see; users without any are left out. */
export const listBlindedTasksByUser = async (
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const { rows } = await sql<{ user_id: string; ids: string[] }>`
    select rater.user_id, array_agg(hidden.id) as ids
    from (
      select distinct user_id from evaluation_rater where user_id = any(${[...userIds]}::uuid[]) and removed_at is null
    ) rater cross join lateral blinded_tasks(rater.user_id) as hidden (id)
    group by rater.user_id`.execute(db);
  return new Map(rows.map(({ user_id: userId, ids }) => [userId, new Set(ids)]));
};

/** Those of these assets that are clips of a task that the user must not see; a reused clip belongs to several tasks. */
export const listBlindedAssets = async (db: Db, userId: string, assetIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    with blinded as materialized (select id from ${blindedTasksOf(userId)} as hidden (id))
    select distinct r.asset_id as id from asset_reference r join performer_task p
      on p.id = case when r.kind = 'call' then r.ref_id::uuid end
    where exists (select from blinded) and r.asset_id = any(${[...assetIds]}::uuid[])
      and p.task_id in (select id from blinded)`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
