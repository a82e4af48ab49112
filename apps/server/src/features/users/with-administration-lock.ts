import { INTERNAL_ROLE, MESSAGES, type PermissionCode } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { requireFreshSignIn } from "../../fresh-sign-in.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { type AuditActor, auditActor, type RequestContext } from "../../request-context.ts";
import { lockAdministration } from "./change-users.store.ts";
import type { Administrator } from "./users.rules.ts";
import { findUser } from "./users.store.ts";

export interface AdministrationDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** A transaction that holds the administration lock: no concurrent change of users or permissions. */
export interface Administration {
  readonly tx: Tx;
  readonly admin: Administrator;
  readonly audit: AuditActor;
  /** For changes of rights; other changes do not need a recent proof of identity. */
  readonly requireFreshSignIn: () => void;
}

/** The operator's directory has no account here: it acts under a name that nobody can have, and may disable anybody. */
const PROVISIONER: Administrator = {
  id: "",
  username: "SCIM provisioning",
  role: INTERNAL_ROLE,
  codes: ["PERM_MANAGE_W"],
};

/** The same for the operator's directory, which has shown its token. It proves nothing afresh, because it never signs in. */
export const withProvisionerLock = <T>(
  { db, clock }: AdministrationDeps,
  requestId: string,
  act: (administration: Administration) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await lockAdministration(tx);
    const audit = auditActor({ actor: PROVISIONER, requestId, at: clock() });
    return act({ tx, admin: PROVISIONER, audit, requireFreshSignIn: () => undefined });
  });

/**
 * Runs one administrative operation under the lock. Reads the actor's rights again inside, because they may have been
 * revoked while it waited.
 */
export const withAdministrationLock = <T>(
  { db, clock }: AdministrationDeps,
  context: RequestContext,
  needs: PermissionCode,
  act: (administration: Administration) => Promise<T>,
) =>
  db.transaction().execute(async (tx): Promise<T> => {
    await lockAdministration(tx);
    const admin = await findUser(tx, context.actor.userId);
    if (!admin?.isEnabled || !admin.codes.includes(needs)) {
      throw new DomainError("not_allowed", MESSAGES.noOperationPermission);
    }
    return act({
      tx,
      admin,
      audit: auditActor({ actor: admin, requestId: context.requestId, at: clock() }),
      requireFreshSignIn: () => requireFreshSignIn(context),
    });
  });
