import type { Db } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";
import { insertUser, replacePermissions } from "./user.store.ts";

export interface NewUser {
  username: string;
  email: string;
  realname: string;
  role: string;
  permissions: readonly string[];
  passwordHash: string | null;
}

/** False when the username is taken; then nothing of that user changes. */
export const createUser = (db: Db, user: NewUser): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const id = newId();
    const isNew = await insertUser(tx, { id, ...user });
    if (isNew) await replacePermissions(tx, id, user.permissions);
    return isNew;
  });
