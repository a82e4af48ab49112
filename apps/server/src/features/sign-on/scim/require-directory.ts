import { timingSafeEqual } from "node:crypto";
import { DomainError } from "../../../errors.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { spendAttempts } from "../../auth/index.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../../operation-log/index.ts";
import type { ScimDeps } from "./scim-deps.ts";

/** Refused tokens from one network in fifteen minutes, before they are refused without being noted. */
const REFUSED_TOKENS_PER_NETWORK = 20;

/** Security events name a user or what was typed as a name: a token is neither, and must not be hashed there. */
const DIRECTORY = "SCIM provisioning";

/**
 * Refuses whoever does not show the operator's token. The limit is only for those who show another one: with it, somebody who
 * leaves could keep the directory from disabling them, and nobody guesses 32 characters at any rate.
 */
export const requireDirectory = async (
  deps: ScimDeps,
  authorization: string | undefined,
  origin: SecurityEventOrigin,
): Promise<void> => {
  const { db, clock, secretKeys, token } = deps;
  if (token === undefined) throw new DomainError("not_found", "this installation has no provisioning by SCIM");
  const [, given = ""] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (timingSafeEqual(hashToken(given), hashToken(token))) return;
  const at = clock();
  await spendAttempts(db, [{ key: `scim:network:${origin.network}`, max: REFUSED_TOKENS_PER_NETWORK }], at);
  await recordSecurityEvent({ db, secretKeys }, { at, kind: "provisioning_refused", typed: DIRECTORY, ...origin });
  throw new DomainError("not_signed_in", "this is not the token of this installation");
};
