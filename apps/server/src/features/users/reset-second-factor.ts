import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { type AuditActor, type AuditContext, auditActor, type RequestContext } from "../../request-context.ts";
import { resetSecondFactor } from "../auth/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { getUser } from "./get-user.ts";
import { userSubject } from "./user-operation.rules.ts";
import { resetRefusal } from "./users.rules.ts";
import { findUserByUsername } from "./users.store.ts";
import { type AdministrationDeps, withAdministrationLock } from "./with-administration-lock.ts";

interface Reset {
  readonly userId: string;
  readonly reason: string;
}

/** Resets the second factor of somebody else who lost it. */
export const resetUserSecondFactor = (
  deps: AdministrationDeps,
  context: RequestContext,
  { userId, reason }: Reset,
): Promise<void> =>
  withAdministrationLock(deps, context, "USER_MANAGE_W", async ({ tx, admin, audit }) => {
    const user = await getUser(tx, userId);
    const refusal = resetRefusal(admin, user);
    if (refusal) throw new DomainError("not_allowed", refusal);
    if (!(await reset(tx, audit, user, reason))) throw new DomainError("conflict", "this account has no second factor");
  });

/** The same from a command on the server, where nobody is signed in: false when there is nothing to reset. */
export const provisionSecondFactorReset = (
  db: Db,
  context: AuditContext,
  { username, reason }: { username: string; reason: string },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const user = await findUserByUsername(tx, username);
    return user !== undefined && reset(tx, auditActor(context), user, reason);
  });

const reset = async (
  tx: Tx,
  audit: AuditActor,
  { id, username }: { id: string; username: string },
  reason: string,
): Promise<boolean> => {
  if (!(await resetSecondFactor(tx, id, audit.requestId))) return false;
  await recordOperation(tx, audit, {
    opType: "Reset_second_factor",
    subjects: [userSubject(id)],
    meta: { username },
    reason,
  });
  return true;
};
