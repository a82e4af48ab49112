import { randomBytes, randomInt } from "node:crypto";
import { createSeal, type Seal } from "../../platform/crypto/seal.ts";
import type { SealedColumn } from "../../platform/crypto/sealed-column.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";

const SECRET_BYTES = 32;
const KEY_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 20;

export const serviceSecrets: SealedColumn = {
  purpose: "service secret",
  table: "service_secret",
  column: "sealed",
  boundTo: ["credential_id", "version"],
};

/** Secrets are encrypted for their credential and version: they cannot be decrypted in another row. */
export const createServiceSeal = (secretKeys: SecretKeys): Seal => createSeal(secretKeys, serviceSecrets.purpose);

export const aboutSecret = (credentialId: string, version: number): readonly string[] => [credentialId, `${version}`];

export const newSecret = (): string => `dks_${randomBytes(SECRET_BYTES).toString("base64url")}`;

export const newKeyId = (): string =>
  `dk_${Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("")}`;
