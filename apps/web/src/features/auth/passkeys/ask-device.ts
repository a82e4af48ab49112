import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "@dailies/contract/auth/passkey-schemas";
import i18next from "i18next";
import { ApiError } from "../../../lib/api/api-error.ts";

type DeviceFault = "cancelled" | "timedOut" | "unsupported" | "address" | "registered" | "device" | "unknown";

/** In words, as other refusals are shown. */
export const deviceFault = (fault: DeviceFault): ApiError =>
  new ApiError({ status: 403, code: `passkey_${fault}`, detail: i18next.t(`secondFactors.passkeys.fault.${fault}`) });

/** What browsers throw; anything else is a fault of the device. */
const FAULTS: Readonly<Record<string, DeviceFault>> = {
  AbortError: "cancelled",
  // A refusal by the user, a missing passkey and the end of the time alike.
  NotAllowedError: "cancelled",
  SecurityError: "address",
  InvalidStateError: "registered",
};

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

type Descriptors = NonNullable<PasskeyRequestOptions["allowCredentials"]>;

const toDescriptors = (descriptors: Descriptors): PublicKeyCredentialDescriptor[] =>
  descriptors.map(({ id, type, transports = [] }) => ({
    id: toBytes(id),
    type,
    transports: transports as AuthenticatorTransport[],
  }));

let asked: AbortController | undefined;

/** Ends what was asked before, because a browser asks for one thing at a time, and its dialog may have been closed. */
const ask = async <Response extends AuthenticatorResponse>(
  timeoutMs: number,
  act: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<Omit<PublicKeyCredential, "response"> & { readonly response: Response }> => {
  if (!("PublicKeyCredential" in window)) throw deviceFault("unsupported");
  asked?.abort();
  asked = new AbortController();
  const askedMs = performance.now();
  try {
    const credential = await act(asked.signal);
    if (!credential) throw deviceFault("device");
    return credential as PublicKeyCredential & { readonly response: Response };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    const isLate = error.name === "NotAllowedError" && performance.now() - askedMs >= timeoutMs;
    throw deviceFault(isLate ? "timedOut" : (FAULTS[error.name] ?? "device"));
  }
};

/** Lets a passkey sign the challenge. */
export const answerChallenge = async ({
  challenge,
  allowCredentials,
  ...options
}: PasskeyRequestOptions): Promise<PasskeyAssertion> => {
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...options,
    challenge: toBytes(challenge),
    ...(allowCredentials && { allowCredentials: toDescriptors(allowCredentials) }),
  };
  const { id, rawId, response } = await ask<AuthenticatorAssertionResponse>(options.timeout, (signal) =>
    navigator.credentials.get({ publicKey, signal }),
  );
  return {
    id,
    rawId: toText(rawId),
    type: "public-key",
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle ? toText(response.userHandle) : null,
    },
  };
};

/** Makes a new passkey on a device of the user's choice. */
export const makePasskey = async ({
  challenge,
  user,
  excludeCredentials,
  ...options
}: PasskeyCreationOptions): Promise<PasskeyRegistration> => {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: toDescriptors(excludeCredentials),
  };
  const { id, rawId, response } = await ask<AuthenticatorAttestationResponse>(options.timeout, (signal) =>
    navigator.credentials.create({ publicKey, signal }),
  );
  return {
    id,
    rawId: toText(rawId),
    type: "public-key",
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  };
};
