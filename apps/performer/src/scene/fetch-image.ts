import { createHash, randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ClipSpec } from "../video-request.ts";

const MAX_BYTES = 32 * 1024 ** 2;
const FETCH_MS = 30_000;

type RequestImage = NonNullable<ClipSpec["image"]>;

const SIGNATURES: readonly (readonly [RequestImage["format"], number, string])[] = [
  ["png", 0, "\x89PNG"],
  ["jpeg", 0, "\xff\xd8\xff"],
  ["webp", 8, "WEBP"],
];

const formatOf = (bytes: Buffer): RequestImage["format"] => {
  const found = SIGNATURES.find(
    ([, at, mark]) => bytes.subarray(at, at + mark.length).compare(Buffer.from(mark, "latin1")) === 0,
  );
  if (!found) throw new Error("the image is no PNG, JPEG or WebP");
  return found[0];
};

const download = async (url: string): Promise<Buffer> => {
  const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!reply.ok || !reply.body) throw new Error(`the image could not be read (${reply.status})`);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of reply.body) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BYTES) throw new Error("the image is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Downloads the first frame of a clip into a folder, under the hash of its bytes. */
export const fetchImage = async (url: string, folder: string): Promise<RequestImage> => {
  const bytes = await download(url);
  const format = formatOf(bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const file = path.join(folder, hash);
  // Two requests may bring the same image at the same time.
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, bytes);
  await rename(written, file);
  return { hash, format };
};
