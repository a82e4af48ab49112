import { createHmac, hash } from "node:crypto";

export const SIGNATURE_HEADERS = {
  key: "x-dailies-key",
  timestamp: "x-dailies-timestamp",
  nonce: "x-dailies-nonce",
  signature: "x-dailies-signature",
} as const;

export interface SignedParts {
  readonly method: string;
  /** With its query, exactly as sent. */
  readonly path: string;
  /** Unix time in seconds, in the digits that are sent. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array | string;
}

/** Signs everything that must not change in transit, one item per line; the body by its hash. */
export const signatureOf = (secret: string, { method, path, timestamp, nonce, body }: SignedParts): Buffer =>
  createHmac("sha256", secret)
    .update(`v1\n${method}\n${path}\n${timestamp}\n${nonce}\n${hash("sha256", body)}`)
    .digest();
