import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { escapeLike } from "../../platform/db/like-pattern.ts";

interface FoundPerson {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  readonly role: string;
}

/**
 * Users who may sign in, by part of their name; those whose username starts with the words come first. The query itself
 * limits external callers to people they share a task with: the console is no address book for them. E-mail addresses
 * are not searched, so that nobody can probe them.
 */
export const listPeople = async (
  db: Db,
  { userId, isExternal }: Pick<Actor, "userId" | "isExternal">,
  words: string,
  limit: number,
): Promise<FoundPerson[]> => {
  const escaped = escapeLike(words.trim().toLowerCase());
  const shared = sql`u.id in (
    with mine as (
      select t.id, t.owner_id from console_task t
      where t.deleted_at is null and (t.owner_id = ${userId} or t.id in (
        select m.task_id from task_member m where m.user_id = ${userId}))
    )
    select owner_id from mine
    union
    select m.user_id from task_member m join mine on mine.id = m.task_id)`;
  const { rows } = await sql<FoundPerson>`
    select u.id, u.username, u.realname, u.user_role as role from console_user u
    where u.is_enabled and (lower(u.username::text) like ${`%${escaped}%`} or lower(u.realname) like ${`%${escaped}%`})
      and ${isExternal ? shared : sql`true`}
    order by lower(u.username::text) like ${`${escaped}%`} desc, u.username, u.id
    limit ${limit}`.execute(db);
  return rows;
};

/** Users who may sign in, by their exact names in any case. */
export const listEnabledUsersNamed = (
  db: Db,
  usernames: readonly string[],
): Promise<{ readonly id: string; readonly username: string }[]> =>
  db
    .selectFrom("console_user")
    .select(["id", "username"])
    .where(sql<boolean>`username = any(${[...usernames]}::citext[])`)
    .where("is_enabled", "=", true)
    .execute();
