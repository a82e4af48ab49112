import { type DecodedToken, isSignedByOneOf, type SigningKey } from "./json-web-token.ts";

const KEYS_FOR_MS = 3_600_000;
/** Rate limit for reading the keys again: a signature that does not fit may mean a new key, but forged ones cost nothing. */
const READ_AGAIN_AFTER_MS = 60_000;

/**
 * Verifies signatures of an issuer. Its keys are read at the first token and kept for an hour, or until a token is not signed
 * by one of them, which is how a rotation of keys is noticed.
 */
export const createSignatureCheck = (
  readKeys: () => Promise<readonly SigningKey[]>,
  nowMs: () => number = () => performance.now(),
) => {
  let keys: readonly SigningKey[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = (): Promise<void> => {
    triedAtMs = nowMs();
    reading ??= readKeys()
      .then((found) => {
        keys = found;
        readAtMs = nowMs();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return async (token: DecodedToken): Promise<boolean> => {
    if (nowMs() - readAtMs >= KEYS_FOR_MS) await read();
    if (isSignedByOneOf(token, keys)) return true;
    if (nowMs() - triedAtMs < READ_AGAIN_AFTER_MS) return false;
    await read();
    return isSignedByOneOf(token, keys);
  };
};
