import { MESSAGES } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { isFreshSignIn, staleSignIn } from "../../../fresh-sign-in.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { auditActor } from "../../../request-context.ts";
import { recordOperation, recordSecurityEvent } from "../../operation-log/index.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { deletePendingSignInsOf } from "../second-factors/pending-sign-in.store.ts";
import { type Device, newToken } from "../sessions/open-session.ts";
import { deleteOtherSessions, findCodeSignIn, rotateSession } from "../sessions/session.store.ts";
import { findUserById, storePasswordHash } from "../user.store.ts";
import { loadCommonPasswords } from "./common-passwords.ts";
import { isOwnPassword } from "./is-own-password.ts";
import { passwordFault } from "./password.rules.ts";
import { hashPassword } from "./password-hash.ts";

/** One notice per change, identified by the request that made it. */
const passwordNoticeWorkflowId = (userId: string, requestId: string): string =>
  `password-notice/${userId}/${requestId}`;

interface PasswordChange {
  password: string;
  currentPassword: string | undefined;
  requestId: string;
  device: Device;
}

/**
 * Sets the caller's password and notifies them by mail. Ends all other sessions and rotates the token of this one, so
 * that an intruder is signed out. Returns the new token.
 */
export const setPassword = async (deps: AuthDeps, actor: Actor, change: PasswordChange): Promise<string> => {
  const user = await findUserById(deps.db, actor.userId);
  if (!user) throw new DomainError("not_signed_in", MESSAGES.loginFirst);
  const { requestId, device } = change;
  const note = { at: deps.clock(), method: "password", userId: user.id, ...device, requestId } as const;
  await requireProof(deps, actor, user.passwordHash, change.currentPassword, () =>
    recordSecurityEvent(deps, { ...note, kind: "password_change_failed" }),
  );

  const names = [user.username, user.email.split("@")[0] ?? ""];
  const fault = passwordFault(change.password, names, await loadCommonPasswords(), deps.refusedWords());
  if (fault) throw new DomainError("invalid", fault);

  const passwordHash = await hashPassword(change.password);
  const token = newToken();
  await deps.db.transaction().execute(async (tx) => {
    await storePasswordHash(tx, actor.userId, passwordHash);
    await deleteOtherSessions(tx, actor.userId, actor.sessionId);
    await deletePendingSignInsOf(tx, actor.userId);
    await rotateSession(tx, actor.sessionId, hashToken(token));
    await enqueueWorkflow(tx, {
      workflowType: "sendPasswordNotice",
      workflowId: passwordNoticeWorkflowId(actor.userId, requestId),
      input: { userId: actor.userId },
      requestId,
    });
    await recordSecurityEvent({ db: tx, secretKeys: deps.secretKeys }, { ...note, kind: "password_changed" });
    await recordOperation(tx, auditActor({ actor, requestId, at: note.at }), {
      opType: "Change_password",
      subjects: [`user:${user.id}`],
      meta: { username: user.username },
    });
  });
  return token;
};

/**
 * The current password, unless it was forgotten: right after a sign-in by mailed code it is not needed. The first one is set
 * only after a recent proof of identity.
 */
const requireProof = async (
  deps: AuthDeps,
  actor: Actor,
  passwordHash: string | null,
  currentPassword: string | undefined,
  noteFailure: () => Promise<void>,
): Promise<void> => {
  if (passwordHash === null) {
    if (!isFreshSignIn(actor.signedInAt, deps.clock())) throw staleSignIn();
    return;
  }
  if (currentPassword === undefined) {
    const byCodeAt = await findCodeSignIn(deps.db, actor.sessionId);
    if (byCodeAt !== undefined && isFreshSignIn(byCodeAt, deps.clock())) return;
    throw new DomainError("not_allowed", "please enter your current password");
  }
  if (!(await isOwnPassword(deps, { id: actor.userId, passwordHash }, currentPassword))) {
    await noteFailure();
    throw new DomainError("not_allowed", "the current password is wrong");
  }
};
