import { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";

export interface Head {
  readonly bytes: Buffer;
  /** The whole stream from its first byte, when it exceeds maxBytes. */
  readonly rest: Readable | undefined;
}

/** Buffers a small stream completely; for a large one, returns a stream that replays the buffered start. */
export const readHead = async (stream: Readable, maxBytes: number): Promise<Head> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const source = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await source.next().catch(cutOff);
    if (next.done) return { bytes: Buffer.concat(chunks), rest: undefined };
    const chunk = Buffer.from(next.value as Uint8Array);
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return { bytes: Buffer.alloc(0), rest: Readable.from(joined(chunks, source, stream)) };
  }
};

async function* joined(chunks: Buffer[], source: AsyncIterator<unknown>, stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* chunks.splice(0);
    for (;;) {
      const next = await source.next().catch(cutOff);
      if (next.done) return;
      yield Buffer.from(next.value as Uint8Array);
    }
  } finally {
    stream.destroy();
  }
}

const cutOff = (cause: unknown): never => {
  throw new DomainError("upstream_failed", "the stream ended before the last byte", { cause });
};
