import type { Db } from "../../platform/db/database.ts";

export interface SignInUser {
  id: string;
  username: string;
  email: string;
  passwordHash: string | null;
  isEnabled: boolean;
}

const selectUser = (db: Db) =>
  db.selectFrom("console_user").select(["id", "username", "email", "password_hash", "is_enabled"]);

const toUser = (row: Awaited<ReturnType<ReturnType<typeof selectUser>["executeTakeFirstOrThrow"]>>): SignInUser => ({
  id: row.id,
  username: row.username,
  email: row.email,
  passwordHash: row.password_hash,
  isEnabled: row.is_enabled,
});

/** Looks up by e-mail address if the name has an at sign, which usernames cannot have, and by username otherwise. */
export const findUserByName = async (db: Db, name: string): Promise<SignInUser | undefined> => {
  const row = await selectUser(db)
    .where(name.includes("@") ? "email" : "username", "=", name)
    .executeTakeFirst();
  return row && toUser(row);
};

export const findUserById = async (db: Db, id: string): Promise<SignInUser | undefined> => {
  const row = await selectUser(db).where("id", "=", id).executeTakeFirst();
  return row && toUser(row);
};

export const storePasswordHash = async (db: Db, userId: string, passwordHash: string): Promise<void> => {
  await db.updateTable("console_user").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
};
