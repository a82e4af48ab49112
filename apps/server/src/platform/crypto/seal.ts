import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SecretKey, SecretKeys } from "./secret-keys.ts";

/** Encrypts text, so that the database alone does not reveal it without the server's key. */
export interface Seal {
  /** `about` is authenticated data that binds the text to its owner: decryption needs the same values. */
  seal(text: string, about: readonly string[]): Buffer;
  /** Throws a SealError when the bytes were changed, or encrypted for another purpose or owner or with an unknown key. */
  open(sealed: Uint8Array, about: readonly string[]): string;
}

export class SealError extends Error {}

const FORMAT = 2;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = 1 + ID_BYTES;
const OVERHEAD_BYTES = HEAD_BYTES + NONCE_BYTES + TAG_BYTES;

/** The first bytes of everything that this key encrypts: the format and the id of the key. */
export const sealHead = ({ id }: SecretKey): Buffer => Buffer.concat([Buffer.of(FORMAT), Buffer.from(id, "hex")]);

/**
 * One format byte, the id of the key, the nonce, the AES-256-GCM ciphertext, its tag. Each purpose has its own derived key.
 */
export const createSeal = (secretKeys: SecretKeys, purpose: string): Seal => {
  const derive = ({ bytes }: SecretKey): Buffer =>
    Buffer.from(hkdfSync("sha256", bytes, "", `dailies seal ${FORMAT}: ${purpose}`, KEY_BYTES));
  const keys = new Map(secretKeys.all.map((key) => [key.id, derive(key)]));
  const currentKey = derive(secretKeys.current);
  const head = sealHead(secretKeys.current);
  const associated = (about: readonly string[]): Buffer => Buffer.from(JSON.stringify([FORMAT, ...about]));

  return {
    seal: (text, about) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", currentKey, nonce).setAAD(associated(about));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([head, nonce, body, cipher.getAuthTag()]);
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < OVERHEAD_BYTES) throw new SealError("the sealed value is too short");
      if (bytes[0] !== FORMAT) throw new SealError("the sealed value has an unknown format");
      const id = bytes.subarray(1, HEAD_BYTES).toString("hex");
      const key = keys.get(id);
      if (!key) throw new SealError(`the sealed value needs the key ${id}, which is not configured`);
      const nonce = bytes.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(associated(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const body = bytes.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new SealError("the sealed value was changed, or encrypted for something else", { cause });
      }
    },
  };
};
