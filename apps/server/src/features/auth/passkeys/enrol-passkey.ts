import { randomBytes } from "node:crypto";
import { MAX_PASSKEYS, type PasskeyCreationOptions, type PasskeyRegistration } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { newId } from "../../../platform/ids.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { giveRecoveryCodes } from "../second-factors/change-second-factor.ts";
import { type FactorContext, noteFactorChange } from "../second-factors/note-factor-change.ts";
import { hasSecondFactor } from "../second-factors/second-factor.store.ts";
import { deleteOtherSessions } from "../sessions/session.store.ts";
import { findOrCreateHandle, insertPasskey, type PasskeyRow, takeFreeSlot } from "./passkey.store.ts";
import { takeChallenge } from "./passkey-challenge.store.ts";
import { CHALLENGE_MINUTES, listDescriptors, type Started, startChallenge } from "./start-challenge.ts";
import { KEY_ALGORITHMS, verifyRegistration } from "./webauthn.ts";

const HANDLE_BYTES = 32;

const tooMany = (): DomainError =>
  new DomainError("conflict", `your account has ${MAX_PASSKEYS} passkeys, remove one first`);
const refused = (): DomainError =>
  new DomainError("not_allowed", "this passkey could not be verified, or it took too long: please try again");

export const startEnrolment = async (
  deps: AuthDeps,
  { actor, network }: FactorContext,
): Promise<Started<PasskeyCreationOptions>> => {
  const { userId, username, realname } = actor;
  const excludeCredentials = await listDescriptors(deps.db, userId);
  if (excludeCredentials.length >= MAX_PASSKEYS) throw tooMany();
  const handle = await findOrCreateHandle(deps.db, userId, randomBytes(HANDLE_BYTES));
  const { challenge, token } = await startChallenge(deps, { purpose: "enrolment", userId, network });
  const options: PasskeyCreationOptions = {
    challenge,
    rp: { id: deps.relyingParty.id, name: "Dailies" },
    user: { id: handle.toString("base64url"), name: username, displayName: realname },
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestation: "none",
    excludeCredentials,
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
  return { options, token };
};

interface Enrolment {
  readonly name: string;
  readonly registration: PasskeyRegistration;
  /** The token that the browser received with the challenge. */
  readonly token: string | undefined;
}

interface Enrolled {
  readonly passkey: PasskeyRow;
  /** Undefined when the account had a second factor already, and recovery codes with it. */
  readonly recoveryCodes: string[] | undefined;
}

/** Adds the passkey and ends the sessions that began without it. */
export const enrolPasskey = async (
  deps: AuthDeps,
  context: FactorContext,
  { name, registration, token }: Enrolment,
): Promise<Enrolled> => {
  const { userId } = context.actor;
  const expected = { purpose: "enrolment", userId, now: deps.clock() } as const;
  const challengeHash = await takeChallenge(deps.db, hashToken(token ?? ""), expected);
  if (!challengeHash) throw refused();
  const verified = await verifyRegistration(deps, { registration, challengeHash });
  if (!verified) throw refused();
  return deps.db.transaction().execute(async (tx) => {
    const slot = await takeFreeSlot(tx, userId);
    if (slot === undefined) throw tooMany();
    const isFirst = !(await hasSecondFactor(tx, userId));
    const transports = registration.response.transports ?? [];
    const added = { id: newId(), userId, slot, name, transports, at: context.at, ...verified };
    const passkey = await insertPasskey(tx, added);
    if (!passkey) throw new DomainError("conflict", "this passkey is registered already");
    const recoveryCodes = isFirst ? await giveRecoveryCodes(tx, context) : undefined;
    await deleteOtherSessions(tx, userId, context.actor.sessionId);
    await noteFactorChange(tx, deps, { context, method: "passkey", change: "added", name });
    return { passkey, recoveryCodes };
  });
};
