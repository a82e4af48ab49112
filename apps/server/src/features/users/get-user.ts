import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { listOperations } from "../operation-log/index.ts";
import { userSubject } from "./user-operation.rules.ts";
import { findUser, listUsersById, type UserRecord } from "./users.store.ts";

const NO_SUCH_USER = "there is no such user";

export const getUser = async (db: Db, id: string): Promise<UserRecord> => {
  const user = await findUser(db, id);
  if (!user) throw new DomainError("not_found", NO_SUCH_USER);
  return user;
};

export interface SeenUser {
  readonly id: string;
  /** The version that the caller last read. */
  readonly expectedVersion: number;
}

/** Loads users by id; refuses when one of them changed since the caller read it. */
export const getUsersAsSeen = async (db: Db, seen: readonly SeenUser[]): Promise<Map<string, UserRecord>> => {
  const users = await listUsersById(
    db,
    seen.map(({ id }) => id),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  for (const { id, expectedVersion } of seen) {
    const user = byId.get(id);
    if (!user) throw new DomainError("not_found", NO_SUCH_USER);
    if (user.version !== expectedVersion) throw new DomainError("conflict", await changedWords(db, user));
  }
  return byId;
};

const changedWords = async (db: Db, user: UserRecord): Promise<string> => {
  const [last] = (await listOperations(db, userSubject(user.id), { limit: 1 })).items;
  const by = last ? ` by ${last.user_name}` : "";
  return `'${user.username}' was changed${by} in the meantime: look at the change and try again`;
};
