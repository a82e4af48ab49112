import { MESSAGES } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { checkCode } from "../codes/check-code.ts";
import type { PasskeyAnswer } from "../passkeys/verify-passkey.ts";
import { isOwnPassword } from "../passwords/is-own-password.ts";
import { spendSecondFactor } from "../second-factors/spend-second-factor.ts";
import { newToken } from "../sessions/open-session.ts";
import { renewSession } from "../sessions/session.store.ts";
import { findUserById, type SignInUser } from "../user.store.ts";

export type Proof = { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAnswer };

interface Confirmation {
  readonly proof: Proof;
  /** The token that the browser received when it requested the code. */
  readonly requestToken?: string | undefined;
  readonly network: string;
}

const wrongProof = (): DomainError => new DomainError("not_allowed", MESSAGES.wrongProof);

/**
 * Proves again who the caller is, so that this session counts as freshly signed in. Renews its token: whoever knew the old
 * one does not gain the fresh session. Returns the new token.
 */
export const confirmIdentity = async (
  deps: AuthDeps,
  actor: Pick<Actor, "userId" | "sessionId">,
  { proof, requestToken, network }: Confirmation,
): Promise<string> => {
  const user = await findUserById(deps.db, actor.userId);
  if (!user) throw new DomainError("not_signed_in", MESSAGES.loginFirst);
  const now = deps.clock();
  const spend = await check(deps, user, { proof, requestToken, network });
  const token = newToken();
  await deps.db.transaction().execute(async (tx) => {
    await spend(tx);
    await renewSession(tx, actor.sessionId, { tokenHash: hashToken(token), signedInAt: now });
  });
  return token;
};

/** Marks the proof as used, in the transaction that renews the session. */
type Spend = (tx: Tx) => Promise<void>;

const check = (deps: AuthDeps, user: SignInUser, { proof, requestToken, network }: Confirmation): Promise<Spend> => {
  if ("password" in proof) return checkPassword(deps, user, proof.password);
  if ("passkey" in proof) return checkOwnPasskey(deps, user, proof.passkey);
  return checkOwnCode(deps, user, { code: proof.code, requestToken, network });
};

/** Used up already: its challenge is answered once. */
const checkOwnPasskey = async (deps: AuthDeps, { id }: SignInUser, passkey: PasskeyAnswer): Promise<Spend> => {
  if (!(await spendSecondFactor(deps, id, { passkey, purpose: "confirmation" }))) throw wrongProof();
  return async () => undefined;
};

const checkPassword = async (deps: AuthDeps, user: SignInUser, password: string): Promise<Spend> => {
  if (!(await isOwnPassword(deps, user, password))) throw wrongProof();
  return async () => undefined;
};

const checkOwnCode = async (
  deps: AuthDeps,
  user: SignInUser,
  { code, requestToken, network }: { code: string; requestToken: string | undefined; network: string },
): Promise<Spend> => {
  const spend =
    requestToken === undefined ? undefined : await checkCode(deps, { email: user.email, code, requestToken, network });
  if (!spend) throw wrongProof();
  return async (tx) => {
    if (!(await spend(tx))) throw wrongProof();
  };
};
