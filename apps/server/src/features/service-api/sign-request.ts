import { randomBytes } from "node:crypto";
import { SIGNATURE_HEADERS, signatureOf } from "../../platform/crypto/request-signature.ts";

export interface ServiceKey {
  /** `dk_…`, as the console shows it. */
  readonly keyId: string;
  /** Shown once, on creation or rotation. */
  readonly secret: string;
}

export interface RequestToSign {
  readonly method: string;
  /** With its query, exactly as sent: `/api_v1/service/user/upsert`. */
  readonly path: string;
  readonly body: Uint8Array | string;
  readonly now?: Date;
}

/**
 * The authentication headers of a service request. The signature is the hexadecimal HMAC-SHA256, under the secret, of six
 * lines: `v1`, the method, the path, the Unix time in seconds, the nonce, and the hexadecimal SHA-256 of the body. A request
 * is valid for five minutes and once: sign a retry again, with the same `idempotency_key` in the body.
 */
export const signRequest = (
  { keyId, secret }: ServiceKey,
  { method, path, body, now = new Date() }: RequestToSign,
): Record<string, string> => {
  const timestamp = `${Math.floor(now.getTime() / 1000)}`;
  const nonce = randomBytes(18).toString("base64url");
  const signature = signatureOf(secret, { method, path, timestamp, nonce, body }).toString("hex");
  return {
    "content-type": "application/json",
    [SIGNATURE_HEADERS.key]: keyId,
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: signature,
  };
};
