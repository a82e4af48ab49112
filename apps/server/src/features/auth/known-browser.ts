import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretKey, SecretKeys } from "../../platform/crypto/secret-keys.ts";

export const KNOWN_BROWSER_MAX_AGE_S = 180 * 24 * 3_600;

const ID_BYTES = 16;
const COOKIE = /^([\w-]{22})\.([\w-]{43})$/;

const signatureOf = ({ bytes }: SecretKey, id: string, userId: string): string =>
  createHmac("sha256", bytes).update(`known browser:${id}:${userId}`).digest("base64url");

const isEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(given), Buffer.from(expected));

/**
 * A device cookie: it says that this user has signed in with this browser, and opens nothing. Attempts from such a browser
 * have a rate limit of their own, so that strangers in the same network cannot keep its user out.
 */
export const newBrowserCookie = ({ current }: SecretKeys, userId: string): string => {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return `${id}.${signatureOf(current, id, userId)}`;
};

/** The id of the browser if this user has signed in with it. */
export const knownBrowserOf = ({ all }: SecretKeys, cookie: string | undefined, userId: string): string | undefined => {
  const [, id, signature] = COOKIE.exec(cookie ?? "") ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return all.some((key) => isEqual(signature, signatureOf(key, id, userId))) ? id : undefined;
};
