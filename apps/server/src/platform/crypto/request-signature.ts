import { createHmac, hash } from "node:crypto";

/** The headers that a signed call bears. */
export const SIGNATURE_HEADERS = {
  key: "x-dailies-key",
  timestamp: "x-dailies-timestamp",
  nonce: "x-dailies-nonce",
  signature: "x-dailies-signature",
} as const;

export interface SignedParts {
  readonly method: string;
  /** With its query, exactly as it is sent. */
  readonly path: string;
  /** Seconds since 1970, in the digits that are sent. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array | string;
}

/** Everything that may not change on the way, one per line; the body by its hash. */
export const signatureOf = (secret: string, { method, path, timestamp, nonce, body }: SignedParts): Buffer =>
  createHmac("sha256", secret)
    .update(`v1\n${method}\n${path}\n${timestamp}\n${nonce}\n${hash("sha256", body)}`)
    .digest();
