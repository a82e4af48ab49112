import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts text, so that the database alone does not reveal it without the server's key. */
export interface Seal {
  /** `about` is authenticated data that binds the text to its owner: decryption needs the same values. */
  seal(text: string, about: readonly string[]): Buffer;
  /** Throws a SealError when the bytes were changed, or encrypted for another purpose, owner or key. */
  open(sealed: Uint8Array, about: readonly string[]): string;
}

export class SealError extends Error {}

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** One format byte, the nonce, the AES-256-GCM ciphertext, its tag. Each purpose has its own derived key. */
export const createSeal = (secretKey: Buffer, purpose: string): Seal => {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", `dailies seal ${FORMAT}: ${purpose}`, KEY_BYTES));
  const associated = (about: readonly string[]): Buffer => Buffer.from(JSON.stringify([FORMAT, ...about]));

  return {
    seal: (text, about) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(associated(about));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), nonce, body, cipher.getAuthTag()]);
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < OVERHEAD_BYTES) throw new SealError("the sealed value is too short");
      if (bytes[0] !== FORMAT) throw new SealError("the sealed value has an unknown format");
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(associated(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const body = bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new SealError("the sealed value was changed, or encrypted with another key", { cause });
      }
    },
  };
};
