import { createECDH } from "node:crypto";
import type { PasskeyAssertion, PasskeyRegistration } from "@dailies/contract";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { AuthDeps } from "../auth-deps.ts";

type Deps = Pick<AuthDeps, "relyingParty" | "log">;

/** ES256, RS256 and EdDSA: what authenticators have. */
export const KEY_ALGORITHMS = [-7, -257, -8];

/** As the specification of WebAuthn asks: a shorter one could be guessed, and then taken by somebody else. */
const MIN_ID_BYTES = 16;
/** From Ed25519 to RSA of 8,192 bits. */
const KEY_BYTES = { min: 32, max: 2_048 };

/** Loaded at the first use: its parsers of certificates would take a part of every start. */
const loadLibrary = () => import("@simplewebauthn/server");

const isChallenge =
  (challengeHash: Buffer) =>
  (challenge: string): boolean =>
    hashToken(challenge).equals(challengeHash);

/** The library refuses by throwing. Operators see the reason, such as a wrong public origin; the browser does not. */
const refusedBy = ({ log }: Deps, error: unknown): undefined => {
  const reason = error instanceof Error ? error.message : String(error);
  log.info({ reason: reason.slice(0, 300) }, "a passkey was refused");
};

export interface VerifiedAssertion {
  readonly signCount: number;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
}

/** Checks challenge, origin, relying party, presence and verification of the user, and the signature; not the counter. */
export const verifyAssertion = async (
  deps: Deps,
  { assertion, challengeHash, publicKey }: { assertion: PasskeyAssertion; challengeHash: Buffer; publicKey: Buffer },
): Promise<VerifiedAssertion | undefined> => {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { response, ...credential } = assertion;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...response, userHandle: response.userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: isChallenge(challengeHash),
      expectedOrigin: [...deps.relyingParty.origins],
      expectedRPID: deps.relyingParty.id,
      // Zero, so that it passes: our own statement compares and stores the counter at once.
      credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) throw new Error("the signature is wrong");
    return {
      signCount: authenticationInfo.newCounter,
      isBackupEligible: authenticationInfo.credentialDeviceType === "multiDevice",
      isBackedUp: authenticationInfo.credentialBackedUp,
    };
  } catch (error) {
    return refusedBy(deps, error);
  }
};

export interface VerifiedRegistration extends VerifiedAssertion {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
}

/** The same checks for a new credential. */
export const verifyRegistration = async (
  deps: Deps,
  { registration, challengeHash }: { registration: PasskeyRegistration; challengeHash: Buffer },
): Promise<VerifiedRegistration | undefined> => {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    await refuseCertificates(registration.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: isChallenge(challengeHash),
      expectedOrigin: [...deps.relyingParty.origins],
      expectedRPID: deps.relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_ALGORITHMS,
    });
    if (!verified) throw new Error("the attestation is wrong");
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    if (credential.id !== registration.id) throw new Error("the credential has another id than it says");
    const credentialId = Buffer.from(credential.id, "base64url");
    const publicKey = Buffer.from(credential.publicKey);
    if (credentialId.length < MIN_ID_BYTES) throw new Error("the id of the credential is too short");
    if (publicKey.length < KEY_BYTES.min || publicKey.length > KEY_BYTES.max) throw new Error("no key has this size");
    return {
      credentialId,
      publicKey,
      signCount: credential.counter,
      isBackupEligible: credentialDeviceType === "multiDevice",
      isBackedUp: credentialBackedUp,
    };
  } catch (error) {
    return refusedBy(deps, error);
  }
};

/**
 * We ask for no attestation. Its certificates name addresses of revocation lists, which the library would fetch; a key that
 * signs for itself names none.
 */
const refuseCertificates = async (attestationObject: string): Promise<void> => {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  const isSelfSigned = format === "packed" && attestation.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelfSigned) throw new Error(`attestation '${format}' was not asked for`);
};

/** A COSE key on the curve P-256. */
const makeKey = (): Buffer => {
  const point = createECDH("prime256v1").generateKeys();
  const [head, middle] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];
  return Buffer.concat([head, point.subarray(1, 33), middle, point.subarray(33)]);
};

/** Of nobody: an unknown passkey is checked against it, so that it takes as long as a known one. */
export const DECOY_KEY = makeKey();
