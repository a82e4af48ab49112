import type { PasskeyAssertion } from "@dailies/contract";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../../operation-log/index.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { findPasskey, recordPasskeyUse } from "./passkey.store.ts";
import { type ChallengePurpose, takeChallenge } from "./passkey-challenge.store.ts";
import { DECOY_KEY, type VerifiedAssertion, verifyAssertion } from "./webauthn.ts";

/** What a browser answers to a challenge. */
export interface PasskeyAnswer {
  readonly assertion: PasskeyAssertion;
  /** The token that the browser received with the challenge. */
  readonly token: string | undefined;
  readonly origin: SecurityEventOrigin;
}

interface Expected {
  readonly purpose: ChallengePurpose;
  /** Whose passkey it must be; undefined where the passkey itself says who signs in. */
  readonly userId?: string;
}

/** The hash of no challenge. */
const NO_CHALLENGE = Buffer.alloc(32);

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** A discoverable credential names its user; elsewhere the authenticator may leave it out. */
const isOfItsUser = ({ handle }: FoundPasskey, userHandle: string | null | undefined, isNamed: boolean): boolean =>
  userHandle ? Buffer.from(userHandle, "base64url").equals(handle) : !isNamed;

/**
 * Uses up the challenge and returns whose passkey answered it; undefined when it was refused, or its user is disabled. Unknown
 * passkeys take the same steps as known ones.
 */
export const verifyPasskey = async (
  deps: AuthDeps,
  { purpose, userId }: Expected,
  { assertion, token, origin }: PasskeyAnswer,
): Promise<string | undefined> => {
  const now = deps.clock();
  const challengeHash = await takeChallenge(deps.db, hashToken(token ?? ""), { purpose, userId, now });
  const found = await findPasskey(deps.db, Buffer.from(assertion.id, "base64url"));
  const verified = await verifyAssertion(deps, {
    assertion,
    challengeHash: challengeHash ?? NO_CHALLENGE,
    publicKey: found?.public_key ?? DECOY_KEY,
  });
  if (!found?.is_enabled || !verified) return undefined;
  if (userId !== undefined && found.user_id !== userId) return undefined;
  if (!isOfItsUser(found, assertion.response.userHandle, purpose === "sign_in")) return undefined;
  return (await recordUse(deps, found, verified, origin)) ? found.user_id : undefined;
};

const recordUse = async (
  deps: AuthDeps,
  { id, user_id: userId, is_backup_eligible: isBackupEligible }: FoundPasskey,
  verified: VerifiedAssertion,
  origin: SecurityEventOrigin,
): Promise<boolean> => {
  const at = deps.clock();
  // It cannot change, so this is another key or another device.
  if (verified.isBackupEligible !== isBackupEligible) return false;
  if (await recordPasskeyUse(deps.db, id, { ...verified, at })) return true;
  await recordSecurityEvent(deps, { at, kind: "passkey_counter_regressed", method: "passkey", userId, ...origin });
  return false;
};
