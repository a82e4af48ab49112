import { MESSAGES, type PermissionCode } from "@dailies/contract";
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
