// The copy of an object: format, salt, AES-256-GCM ciphertext, tag. Every copy has a key of its own, derived from its salt.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { newId } from "../ids.ts";

/** The copy is not what was written: damaged, exchanged for another one, or encrypted with another key. */
export class DamagedCopy extends Error {}

const FORMAT = 1;
const SALT_BYTES = 16;
const HEAD_BYTES = 1 + SALT_BYTES;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (backupKey: Buffer, salt: Buffer): { key: Buffer; nonce: Buffer } => {
  const derived = Buffer.from(
    hkdfSync("sha256", backupKey, salt, "dailies copy of an object", KEY_BYTES + NONCE_BYTES),
  );
  return { key: derived.subarray(0, KEY_BYTES), nonce: derived.subarray(KEY_BYTES) };
};

async function* encrypt(content: AsyncIterable<Buffer>, backupKey: Buffer, about: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { key, nonce } = deriveKey(backupKey, salt);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
  yield Buffer.concat([Buffer.of(FORMAT), salt]);
  for await (const chunk of content) yield cipher.update(chunk);
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** Writes the copy completely or not at all. `about` is authenticated: a copy can only be read as that of the same object. */
export const writeCopy = async (
  path: string,
  content: AsyncIterable<Buffer>,
  { key, about }: { readonly key: Buffer; readonly about: string },
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${newId()}.part`;
  try {
    await pipeline(encrypt(content, key, about), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

const readEnds = async (path: string): Promise<{ head: Buffer; tag: Buffer; sizeBytes: number }> => {
  const file = await open(path).catch((cause: unknown) => {
    throw new DamagedCopy("the copy is missing", { cause });
  });
  try {
    const { size } = await file.stat();
    if (size < HEAD_BYTES + TAG_BYTES) throw new DamagedCopy("the copy is too short");
    const head = Buffer.alloc(HEAD_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await file.read(head, 0, HEAD_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    return { head, tag, sizeBytes: size };
  } finally {
    await file.close();
  }
};

/** Yields the content. Throws DamagedCopy at its end at the latest: nothing may be done with it before. */
export async function* readCopy(
  path: string,
  { key: backupKey, about }: { readonly key: Buffer; readonly about: string },
): AsyncGenerator<Buffer> {
  const { head, tag, sizeBytes } = await readEnds(path);
  if (head[0] !== FORMAT) throw new DamagedCopy("the copy has an unknown format");
  const { key, nonce } = deriveKey(backupKey, head.subarray(1));
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  const bodyBytes = sizeBytes - HEAD_BYTES - TAG_BYTES;
  if (bodyBytes > 0) {
    const body = createReadStream(path, { start: HEAD_BYTES, end: HEAD_BYTES + bodyBytes - 1 });
    for await (const chunk of body as AsyncIterable<Buffer>) yield decipher.update(chunk);
  }
  try {
    decipher.final();
  } catch (cause) {
    throw new DamagedCopy("the copy is damaged", { cause });
  }
}
