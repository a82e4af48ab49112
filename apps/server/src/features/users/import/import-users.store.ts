import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { listUsersById, type UserRecord } from "../users.store.ts";

interface Names {
  readonly username: string;
  readonly email: string;
}

/** All users with one of these usernames or email addresses. */
export const listUsersByNames = async (db: Db, names: readonly Names[]): Promise<UserRecord[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${names.map(({ username }) => username)}::citext[]) as name
      join console_user u on u.username = name
    union
    select u.id from unnest(${names.map(({ email }) => email)}::citext[]) as address
      join console_user u on u.email = address`.execute(db);
  return listUsersById(
    db,
    rows.map(({ id }) => id),
  );
};
