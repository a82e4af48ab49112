import { z } from "zod";
import { moment, text, uuid } from "../kit.ts";

export const MAX_PASSKEYS = 10;
export const PASSKEY_NAME_MAX = 60;

/** Bytes in base64url without padding, as the browser writes them in JSON. */
const bytes = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "these bytes are not in base64url")
    .max(max);

const CREDENTIAL_ID_MAX = 1_364;
const credentialId = bytes(CREDENTIAL_ID_MAX);
/** A JSON text of the browser: challenge, origin and what it adds in later versions. */
const clientData = bytes(4_096);
const transports = z.array(z.string().max(32)).max(8);

/** What `navigator.credentials.get` returned, as `PublicKeyCredential.toJSON` writes it. */
export const passkeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: bytes(4_096),
    signature: bytes(4_096),
    userHandle: bytes(128).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What `navigator.credentials.create` returned, as `PublicKeyCredential.toJSON` writes it. */
export const passkeyRegistration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: bytes(16_384),
    transports: transports.optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

const credentialDescriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** For `navigator.credentials.get`. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
  /** Missing when the user is not known yet: the device then offers the passkeys that it has. */
  allowCredentials: z.array(credentialDescriptor).optional(),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** For `navigator.credentials.create`. */
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  timeout: z.number(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

export const passkeyName = text({ min: 1, max: PASSKEY_NAME_MAX, required: "please enter a name" });

export const passkeyItem = z.object({
  id: uuid,
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  /** Whether the device may copy it to others of the same person, and whether it had done so at the last use. */
  is_backup_eligible: z.boolean(),
  is_backed_up: z.boolean(),
});
export type PasskeyItem = z.infer<typeof passkeyItem>;
