import type { Readable } from "node:stream";
import type { MultipartCalls, StoredPart } from "./object-storage-multipart.ts";
import type { ObjectCalls } from "./object-storage-objects.ts";

/** Above the minimum part size, small enough to buffer one per sender. */
const PIECE_BYTES = 8 * 1024 ** 2;

async function* inPieces(stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    heldBytes = 0;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

type Calls = Pick<ObjectCalls, "putObject"> & MultipartCalls;

/** Stores a stream of unknown length with one part in memory. When the stream fails, nothing is kept. */
export const storeStream = async (
  calls: Calls,
  key: string,
  stream: Readable,
  { contentType }: { contentType: string },
): Promise<void> => {
  const pieces = inPieces(stream);
  const first = await pieces.next();
  const second = first.done ? first : await pieces.next();
  if (second.done) return calls.putObject(key, first.done ? Buffer.alloc(0) : first.value, { contentType });
  const uploadId = await calls.createMultipart(key, contentType);
  try {
    let number = 0;
    await calls.uploadPart(key, uploadId, ++number, first.value as Buffer);
    await calls.uploadPart(key, uploadId, ++number, second.value);
    for await (const piece of pieces) await calls.uploadPart(key, uploadId, ++number, piece);
    const parts: StoredPart[] = (await calls.listParts(key, uploadId)) ?? [];
    await calls.completeMultipart(key, uploadId, parts);
  } catch (error) {
    await calls.abortMultipart(key, uploadId);
    throw error;
  }
};
