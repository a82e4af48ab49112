import { hash } from "node:crypto";
import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import type { OpenIdSecrets } from "../../platform/openid/openid.ts";
import { OpenIdError } from "../../platform/openid/openid-error.ts";
import { newToken, spendAttempts } from "../auth/index.ts";
import { insertAttempt, type SignOnAttempt } from "./sign-on.store.ts";
import type { ConfiguredSignOn } from "./sign-on-deps.ts";

const STARTS_PER_NETWORK = 200;

/**
 * Everything that binds the provider's answer to one browser follows from the token in its cookie. So no row can be used by
 * anybody who reads the database, and a code that was stolen is worthless in another browser.
 */
export const secretsOf = (token: string): OpenIdSecrets => {
  const derive = (purpose: string): string => hash("sha256", `sign-on ${purpose}:${token}`, "base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
};

/** Returns where to send the browser, and the token that it keeps in the meantime. */
export const startSignOn = async (
  { db, clock, log, signOn }: ConfiguredSignOn,
  { network, ...attempt }: SignOnAttempt & { network: string },
): Promise<{ url: string; token: string }> => {
  const now = clock();
  await spendAttempts(db, [{ key: `sign-on-start:network:${network}`, max: STARTS_PER_NETWORK }], now);
  const token = newToken();
  const url = await signOn.openId.start(secretsOf(token)).catch((error: unknown) => {
    if (!(error instanceof OpenIdError)) throw error;
    log.warn({ detail: error.message }, "the OpenID provider could not be reached");
    throw new DomainError("unavailable", MESSAGES.providerUnreachable, { cause: error });
  });
  await insertAttempt(db, { tokenHash: hashToken(token), now, ...attempt });
  return { url, token };
};
