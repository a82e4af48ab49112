import { isExternalRole, isPermissionCode } from "@dailies/contract";
import { sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../platform/db/database.ts";

const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * A user with the permissions they hold now, for a worker that finishes what they began: without a session, and undefined
 * once the account is disabled.
 */
export const findUserActor = async (db: Db, userId: string, at: Date): Promise<Actor | undefined> => {
  const row = await db
    .selectFrom("console_user as u")
    .select(["u.id", "u.username", "u.realname", "u.user_role"])
    .select([
      sql<boolean>`u.password_hash is not null`.as("is_password_set"),
      sql<string[]>`array(select p.code from console_user_permission p where p.user_id = u.id order by p.code)`.as(
        "codes",
      ),
    ])
    .where("u.id", "=", userId)
    .where("u.is_enabled", "=", true)
    .executeTakeFirst();
  return (
    row && {
      userId: row.id,
      username: row.username,
      realname: row.realname,
      role: row.user_role,
      isExternal: isExternalRole(row.user_role),
      codes: row.codes,
      customFlags: 0,
      permissions: new Set(row.codes.filter(isPermissionCode)),
      isPasswordSet: row.is_password_set,
      // Read by the HTTP layer only, which a worker does not pass.
      hasSecondFactor: false,
      sessionId: NO_SESSION,
      signedInAt: at,
    }
  );
};
