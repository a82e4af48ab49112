import { randomBytes, randomInt } from "node:crypto";
import { createSeal, type Seal } from "../../platform/crypto/seal.ts";

const SECRET_BYTES = 32;
const KEY_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 20;

/** Secrets are encrypted for their credential and version: they cannot be decrypted in another row. */
export const createServiceSeal = (secretKey: Buffer): Seal => createSeal(secretKey, "service secret");

export const aboutSecret = (credentialId: string, version: number): readonly string[] => [credentialId, `${version}`];

export const newSecret = (): string => `dks_${randomBytes(SECRET_BYTES).toString("base64url")}`;

export const newKeyId = (): string =>
  `dk_${Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("")}`;
