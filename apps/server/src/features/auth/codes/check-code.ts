import { timingSafeEqual } from "node:crypto";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { forgiveAttempts, type Limit, spendAttempts, spendNetworkAttempt } from "../throttle.ts";
import { hashSignInCode } from "./sign-in-code.rules.ts";
import { markUsed, takeTry } from "./sign-in-code.store.ts";

/** The hash of no code. */
const NO_CODE = Buffer.alloc(32);

export interface CodeAttempt {
  readonly email: string;
  readonly code: string;
  /** The token that the browser received when it requested the code. */
  readonly requestToken: string;
  readonly network: string;
}

/** Uses up the code, in the transaction that it allows. Returns false when another request has used it meanwhile. */
export type SpendCode = (tx: Tx) => Promise<boolean>;

/**
 * Uses up one of the code's attempts, right or wrong. Returns nothing for a wrong code. Only the browser that requested a
 * code counts against the account's rate limit: otherwise a stranger who knows an address could lock its owner out.
 */
export const checkCode = async (
  { db, clock, limits, secretKeys }: AuthDeps,
  { email, code, requestToken, network }: CodeAttempt,
): Promise<SpendCode | undefined> => {
  const now = clock();
  const account: Limit = { key: `code:account:${email.toLowerCase()}`, max: limits.perAccount };
  const byNetwork: Limit = { key: `code:network:${network}`, max: limits.perNetwork };
  await spendNetworkAttempt(db, byNetwork, now);
  const issued = await takeTry(db, { requestHash: hashToken(requestToken), email, now });
  if (!issued) return undefined;
  await spendAttempts(db, [account], now);
  const codeHash = issued.codeHash ?? NO_CODE;
  const isMatch = secretKeys.all.some((key) => timingSafeEqual(codeHash, hashSignInCode(key, issued.id, code)));
  if (!isMatch) return undefined;
  return async (tx) => {
    if (!(await markUsed(tx, issued.id, now))) return false;
    await forgiveAttempts(tx, account, byNetwork);
    return true;
  };
};
