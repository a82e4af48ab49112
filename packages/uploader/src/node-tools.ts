import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { sleepUntil } from "./sleep.ts";
import type { Hash, Send, UploadBody, UploadSource } from "./types.ts";

const PIECE_BYTES = 4 * 1024 ** 2;

/** A file on disk, opened for each piece, so that no descriptor stays open in between. */
export const fileSource = async (file: string, mime: string): Promise<UploadSource> => {
  const { size, mtimeMs } = await stat(file);
  const name = path.basename(file);
  return {
    name,
    sizeBytes: size,
    mime,
    fingerprint: `${name}|${size}|${mtimeMs}`,
    slice: async (begin, end) => {
      const handle = await open(file);
      try {
        const bytes = new Uint8Array(end - begin);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, begin);
        if (bytesRead !== bytes.length) throw new Error("the file is shorter than it was");
        return bytes;
      } finally {
        await handle.close();
      }
    },
  };
};

const bytesOf = async (body: UploadBody): Promise<Uint8Array> =>
  body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;

export const hashInNode: Hash = async (source, { signal, onProgress, pass }) => {
  const hash = createHash("sha256");
  for (let begin = 0; begin < source.sizeBytes; begin += PIECE_BYTES) {
    await pass();
    signal.throwIfAborted();
    const end = Math.min(source.sizeBytes, begin + PIECE_BYTES);
    hash.update(await bytesOf(await source.slice(begin, end)));
    onProgress(end);
  }
  return hash.digest("hex");
};

export const sendInNode: Send = async ({ url, headers, body, signal, onProgress }) => {
  const response = await fetch(url, { method: "PUT", headers, body, signal });
  // The body must be consumed, or the connection cannot be reused.
  await response.arrayBuffer();
  if (response.ok) onProgress(body instanceof Blob ? body.size : body.length);
  return { status: response.status };
};

export const NODE_TOOLS = { hash: hashInNode, send: sendInNode, sleep: sleepUntil, now: Date.now, random: Math.random };
