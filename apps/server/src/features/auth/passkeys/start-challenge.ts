import { randomBytes } from "node:crypto";
import type { PasskeyRequestOptions } from "@dailies/contract";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { newToken } from "../sessions/open-session.ts";
import { spendAttempts } from "../throttle.ts";
import { listPasskeys } from "./passkey.store.ts";
import { type ChallengePurpose, insertChallenge } from "./passkey-challenge.store.ts";

export const CHALLENGE_MINUTES = 5;
const CHALLENGES_PER_NETWORK = 200;

export interface ChallengeRequest {
  readonly purpose: ChallengePurpose;
  readonly userId?: string;
  readonly network: string;
}

export interface Started<Options> {
  readonly options: Options;
  /** Binds the challenge to the requesting browser. */
  readonly token: string;
}

export const startChallenge = async (
  { db, clock }: Pick<AuthDeps, "db" | "clock">,
  { purpose, userId, network }: ChallengeRequest,
): Promise<{ challenge: string; token: string }> => {
  const now = clock();
  await spendAttempts(db, [{ key: `passkey-challenge:network:${network}`, max: CHALLENGES_PER_NETWORK }], now);
  const token = newToken();
  const challenge = randomBytes(32).toString("base64url");
  await insertChallenge(db, {
    tokenHash: hashToken(token),
    challengeHash: hashToken(challenge),
    purpose,
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
  });
  return { challenge, token };
};

/** The passkeys of a user, as browsers name them. */
export const listDescriptors = async (db: AuthDeps["db"], userId: string) =>
  (await listPasskeys(db, userId)).map(({ credential_id, transports }) => ({
    id: credential_id.toString("base64url"),
    type: "public-key" as const,
    transports,
  }));

/** A challenge for a passkey that exists: of a user who is known, or any that the device offers. */
export const startAssertion = async (
  deps: Pick<AuthDeps, "db" | "clock" | "relyingParty">,
  request: ChallengeRequest,
): Promise<Started<PasskeyRequestOptions>> => {
  const { challenge, token } = await startChallenge(deps, request);
  const options: PasskeyRequestOptions = {
    challenge,
    rpId: deps.relyingParty.id,
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: "required",
    ...(request.userId !== undefined && { allowCredentials: await listDescriptors(deps.db, request.userId) }),
  };
  return { options, token };
};
