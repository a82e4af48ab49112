import { timingSafeEqual } from "node:crypto";
import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type Begun, beginSession } from "../second-factors/begin-session.ts";
import type { Device } from "../sessions/open-session.ts";
import { forgiveAttempts, type Limit, spendAttempts, spendNetworkAttempt } from "../throttle.ts";
import { findUserByName } from "../user.store.ts";
import { hashSignInCode } from "./sign-in-code.rules.ts";
import { markUsed, takeTry } from "./sign-in-code.store.ts";

const STRAY_PER_NETWORK = 200;
/** The hash of no code. */
const NO_CODE = Buffer.alloc(32);

interface CodeSignIn {
  email: string;
  code: string;
  /** The token that the browser received when it requested the code. */
  requestToken: string | undefined;
  device: Device;
}

export const signInWithCode = async (
  deps: AuthDeps,
  { email, code, requestToken, device }: CodeSignIn,
): Promise<Begun> => {
  const { db, limits } = deps;
  const now = deps.clock();
  const account: Limit = { key: `code:account:${email.toLowerCase()}`, max: limits.perAccount };
  const network: Limit = { key: `code:network:${device.network}`, max: limits.perNetwork };
  if (requestToken === undefined) {
    // Such a browser has asked for no code: the attempt cannot succeed, and must not use up those of others.
    await spendAttempts(db, [{ key: `code:stray:${device.network}`, max: STRAY_PER_NETWORK }], now);
    throw new DomainError("not_signed_in", MESSAGES.wrongCode);
  }
  await spendNetworkAttempt(db, network, now);

  const codeId = await findMatchingCode(deps, { email, code, requestToken, account, now });
  const user = await findUserByName(db, email);
  if (!codeId || !user?.isEnabled) throw new DomainError("not_signed_in", MESSAGES.wrongCode);

  return db.transaction().execute(async (tx) => {
    if (!(await markUsed(tx, codeId, now))) throw new DomainError("not_signed_in", MESSAGES.wrongCode);
    await forgiveAttempts(tx, account, network);
    return beginSession(tx, user.id, device, now);
  });
};

interface Guess {
  email: string;
  code: string;
  requestToken: string;
  account: Limit;
  now: Date;
}

/**
 * Uses up one of the code's attempts, right or wrong. Only the browser that requested a code counts against the
 * account's rate limit: otherwise a stranger who knows an address could lock its owner out.
 */
export const findMatchingCode = async (
  { db, secretKeys }: AuthDeps,
  { email, code, requestToken, account, now }: Guess,
): Promise<string | undefined> => {
  const issued = await takeTry(db, { requestHash: hashToken(requestToken), email, now });
  if (!issued) return undefined;
  await spendAttempts(db, [account], now);
  const codeHash = issued.codeHash ?? NO_CODE;
  const isMatch = secretKeys.all.some((key) => timingSafeEqual(codeHash, hashSignInCode(key, issued.id, code)));
  return isMatch ? issued.id : undefined;
};
