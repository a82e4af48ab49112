import { randomBytes } from "node:crypto";
import { INTERNAL_ROLE, type PermissionCode } from "@dailies/contract";
import { hashPassword } from "../../features/auth/index.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";

export interface UserOptions {
  readonly username?: string;
  readonly email?: string;
  readonly realname?: string;
  readonly role?: string;
  readonly permissions?: readonly PermissionCode[];
  readonly password?: string;
  readonly isEnabled?: boolean;
}

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** A console user with defaults for everything that is not given. */
export const aUser = async (db: Db, options: UserOptions = {}): Promise<TestUser> => {
  const username = options.username ?? `user-${randomBytes(5).toString("hex")}`;
  const user = { id: newId(), username, email: options.email ?? `${username}@dailies.test` };
  await db
    .insertInto("console_user")
    .values({
      ...user,
      realname: options.realname ?? "Test User",
      user_role: options.role ?? INTERNAL_ROLE,
      password_hash: options.password === undefined ? null : await hashPassword(options.password),
      is_enabled: options.isEnabled ?? true,
    })
    .execute();
  const permissions = (options.permissions ?? []).map((code) => ({ user_id: user.id, code }));
  if (permissions.length > 0) await db.insertInto("console_user_permission").values(permissions).execute();
  return user;
};
