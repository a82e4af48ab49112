import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { newId } from "../../../platform/ids.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { newToken } from "../sessions/open-session.ts";
import { spendAttempts } from "../throttle.ts";
import { enqueueSignInCode } from "./enqueue-sign-in-code.ts";
import { SIGN_IN_CODE_VALID_MINUTES } from "./sign-in-code.rules.ts";
import { insertSignInCode } from "./sign-in-code.store.ts";

const CODES_PER_ADDRESS = 5;
const CODES_PER_NETWORK = 200;

interface CodeRequest {
  email: string;
  network: string;
  requestId: string;
}

/**
 * Does the same for every address; only the asynchronous delivery checks whether a user has it. Returns the token that
 * binds the code to the requesting browser.
 */
export const requestCode = async (
  { db, clock }: AuthDeps,
  { email, network, requestId }: CodeRequest,
): Promise<string> => {
  const now = clock();
  await spendAttempts(
    db,
    [
      { key: `code-request:network:${network}`, max: CODES_PER_NETWORK },
      { key: `code-request:address:${email.toLowerCase()}`, max: CODES_PER_ADDRESS },
    ],
    now,
  );
  const token = newToken();
  const id = newId();
  await db.transaction().execute(async (tx) => {
    const expiresAt = new Date(now.getTime() + SIGN_IN_CODE_VALID_MINUTES * 60_000);
    await insertSignInCode(tx, { id, requestHash: hashToken(token), email, createdAt: now, expiresAt });
    await enqueueSignInCode(tx, { codeRequestId: id, requestId });
  });
  return token;
};
