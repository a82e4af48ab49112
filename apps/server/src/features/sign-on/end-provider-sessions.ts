import { hash } from "node:crypto";
import { DomainError } from "../../errors.ts";
import type { LogoutToken } from "../../platform/openid/logout-token.ts";
import { OpenIdError } from "../../platform/openid/openid-error.ts";
import { auditActor, systemContext } from "../../request-context.ts";
import { deleteSessionsOfProvider, releaseAttempt, spendAttempts } from "../auth/index.ts";
import { recordOperations, recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import { userSubject } from "../users/index.ts";
import { insertLogoutToken, lockProviderSessions } from "./sign-on.store.ts";
import type { ConfiguredSignOn } from "./sign-on-deps.ts";

/** Only refused ones count: a provider may end the sessions of a whole company at once. */
const REFUSED_LOGOUTS_PER_NETWORK = 1_000;
/** Longer than any token is accepted. */
const REMEMBERED_MS = 5 * 60_000;

/** Says no more than the specification asks for; the log has the reason. */
const refusalOf = ({ log }: ConfiguredSignOn, { fault: why, message: detail }: OpenIdError): DomainError => {
  log.warn({ why, detail }, "a logout token was refused");
  return new DomainError("malformed", "invalid_request");
};

const verify = (deps: ConfiguredSignOn, token: string, at: Date): Promise<LogoutToken> =>
  deps.signOn.openId.readLogoutToken(token, at).catch((error: unknown) => {
    throw error instanceof OpenIdError ? refusalOf(deps, error) : error;
  });

interface ReceivedLogout {
  readonly token: string;
  readonly origin: SecurityEventOrigin;
}

/**
 * Back-channel logout: ends the sessions of somebody who has signed out at the provider, or who may no longer sign in there.
 * Sessions that were begun another way stay.
 */
export const endProviderSessions = async (deps: ConfiguredSignOn, { token, origin }: ReceivedLogout): Promise<void> => {
  const { db, clock, secretKeys } = deps;
  const at = clock();
  const network = `sign-on-logout:network:${origin.network}`;
  await spendAttempts(db, [{ key: network, max: REFUSED_LOGOUTS_PER_NETWORK }], at);
  const logout = await verify(deps, token, at);
  const tokenHash = hash("sha256", JSON.stringify([logout.issuer, logout.id]), "buffer");
  await db.transaction().execute(async (tx) => {
    // A sign-in that is under way either sees this logout, or is over and its session is found here.
    await lockProviderSessions(tx);
    if (!(await insertLogoutToken(tx, { ...logout, tokenHash, expiresAt: new Date(at.getTime() + REMEMBERED_MS) })))
      throw refusalOf(deps, new OpenIdError("refused", "it has been used before"));
    const accounts = await deleteSessionsOfProvider(tx, logout);
    for (const { userId } of accounts)
      await recordSecurityEvent({ db: tx, secretKeys }, { at, kind: "sign_out", method: "sign_on", userId, ...origin });
    if (accounts.length === 0) return;
    await recordOperations(
      tx,
      auditActor(systemContext(origin.requestId, at)),
      accounts.map(({ userId, username, ended }) => ({
        opType: "End_sessions",
        subjects: [userSubject(userId)],
        meta: { username, ended },
        reason: "single sign-on",
      })),
    );
  });
  await releaseAttempt(db, network);
};
