import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { findTakenName, insertHoldings, insertUsers, lockAdministration } from "./change-users.store.ts";
import { takenNameWords } from "./create-user.ts";
import { userOperation } from "./user-operation.rules.ts";
import { asCodeSet, type UserState } from "./users.rules.ts";

export interface ProvisionedUser extends Pick<UserState, "username" | "email" | "realname" | "role"> {
  readonly permissions: readonly string[];
  readonly passwordHash: string | null;
  readonly isEnabled?: boolean;
}

/**
 * Creates a user from a command on the server, where no signed-in actor exists to authorise. Returns the new id, or why
 * nothing was changed.
 */
export const provisionUser = (
  db: Db,
  { permissions, passwordHash, isEnabled = true, ...user }: ProvisionedUser,
  context: AuditContext,
): Promise<{ id: string } | { refusal: string }> =>
  db.transaction().execute(async (tx) => {
    await lockAdministration(tx);
    const taken = await findTakenName(tx, user);
    if (taken) return { refusal: takenNameWords(taken, user) };

    const after = { ...user, id: newId(), codes: asCodeSet(permissions), isEnabled, version: 1 };
    await insertUsers(tx, [{ ...after, passwordHash }], context.at);
    const holdings = after.codes.map((code) => ({ userId: after.id, code }));
    await insertHoldings(tx, holdings, { by: null, at: context.at });
    await recordOperation(
      tx,
      auditActor(context),
      userOperation({ before: undefined, after }, { opType: "Create_user" }),
    );
    return { id: after.id };
  });
