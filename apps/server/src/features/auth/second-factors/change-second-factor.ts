import { randomBytes } from "node:crypto";
import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { enqueueSecurityNotice } from "../notices/enqueue-security-notice.ts";
import { deleteOtherSessions } from "../sessions/session.store.ts";
import { type FactorContext, noteFactorChange } from "./note-factor-change.ts";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-code.rules.ts";
import {
  confirmTotpFactor,
  deleteTotp,
  deleteUnusedRecoveryCodes,
  findTotp,
  hasSecondFactor,
  replaceRecoveryCodes,
  startTotpFactor,
} from "./second-factor.store.ts";
import { type SecondFactor, sealTotpSecret, spendSecondFactor } from "./spend-second-factor.ts";
import { TOTP_SECRET_BYTES, toBase32, totpUri } from "./totp.rules.ts";

const alreadyOn = (): DomainError => new DomainError("conflict", "your account has an authenticator app already");
const notOn = (): DomainError => new DomainError("conflict", "your account has no authenticator app");
const wrongCode = (): DomainError => new DomainError("not_allowed", MESSAGES.wrongSecondFactor);

/** A new secret, which counts once a code of it is confirmed. */
export const startTotp = async (
  { db, secretKeys }: AuthDeps,
  { actor, at }: RequestContext,
): Promise<{ secret: string; uri: string }> => {
  const bytes = randomBytes(TOTP_SECRET_BYTES);
  const sealedSecret = sealTotpSecret(secretKeys, actor.userId, bytes);
  if (!(await startTotpFactor(db, { userId: actor.userId, sealedSecret, at }))) throw alreadyOn();
  const secret = toBase32(bytes);
  return { secret, uri: totpUri(actor.username, secret) };
};

/** Turns the app on with its first code and ends the sessions that began without it. Returns the recovery codes. */
export const confirmTotp = async (deps: AuthDeps, context: FactorContext, code: string): Promise<string[]> => {
  const { userId } = context.actor;
  const factor = await findTotp(deps.db, userId);
  if (!factor) throw notOn();
  if (factor.confirmed_at) throw alreadyOn();
  if (!(await spendSecondFactor(deps, userId, { totp: code }))) throw wrongCode();
  return deps.db.transaction().execute(async (tx) => {
    if (!(await confirmTotpFactor(tx, { userId, sealedSecret: factor.sealed_secret, at: context.at })))
      throw alreadyOn();
    await deleteOtherSessions(tx, userId, context.actor.sessionId);
    const codes = await giveRecoveryCodes(tx, context);
    await noteFactorChange(tx, deps, { context, method: "totp", change: "added" });
    return codes;
  });
};

/** Asks for a code of the factor itself: whoever has only the password and the mailbox cannot remove it. */
export const removeTotp = async (deps: AuthDeps, context: FactorContext, given: SecondFactor): Promise<void> => {
  const { userId } = context.actor;
  if (!(await findTotp(deps.db, userId))?.confirmed_at) throw notOn();
  if (!(await spendSecondFactor(deps, userId, given))) throw wrongCode();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await deleteTotp(tx, userId))) throw notOn();
    await deleteUnusedRecoveryCodes(tx, userId);
    await deleteOtherSessions(tx, userId, context.actor.sessionId);
    await noteFactorChange(tx, deps, { context, method: "totp", change: "removed" });
  });
};

export const renewRecoveryCodes = async (deps: AuthDeps, context: RequestContext): Promise<string[]> => {
  const { userId } = context.actor;
  return deps.db.transaction().execute(async (tx) => {
    if (!(await hasSecondFactor(tx, userId))) throw new DomainError("conflict", "your account has no second factor");
    await enqueueSecurityNotice(tx, context, { userId, what: "recovery_codes_renewed" });
    return giveRecoveryCodes(tx, context);
  });
};

/** Replaces those that the account had. */
export const giveRecoveryCodes = async (tx: Tx, { actor, at }: RequestContext): Promise<string[]> => {
  const codes = makeRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(actor.userId, code));
  await replaceRecoveryCodes(tx, actor.userId, { hashes, at });
  return codes;
};
