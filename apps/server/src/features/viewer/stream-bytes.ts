import { Readable } from "node:stream";
import type { BytesAt } from "./sets/shard-set.ts";

const PIECE_BYTES = 1024 ** 2;

/** Streams in pieces with one piece read ahead: a slow client costs the memory of two pieces. */
async function* pieces({ source, object, begin, end }: BytesAt, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const ask = (from: number) => source.read(object, from, Math.min(from + PIECE_BYTES, end), signal);
  let next = begin < end ? ask(begin) : undefined;
  try {
    for (let at = begin; next !== undefined; at += PIECE_BYTES) {
      const piece: Uint8Array = await next;
      next = at + PIECE_BYTES < end ? ask(at + PIECE_BYTES) : undefined;
      // Avoids an unhandled rejection when the next piece fails while this one is being sent.
      next?.catch(() => undefined);
      yield piece;
    }
  } finally {
    await Promise.allSettled([next]);
  }
}

export const streamBytes = (bytes: BytesAt): Readable => {
  const controller = new AbortController();
  const stream = Readable.from(pieces(bytes, controller.signal), { objectMode: false, highWaterMark: PIECE_BYTES });
  return stream.once("close", () => controller.abort());
};
