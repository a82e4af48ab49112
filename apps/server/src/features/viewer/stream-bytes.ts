import { Readable } from "node:stream";
import type { BytesAt } from "./sets/shard-set.ts";

const PIECE_BYTES = 1024 ** 2;

/** Piece by piece as they are taken, one ahead: whoever reads slowly costs two pieces and no more. */
async function* pieces({ source, object, begin, end }: BytesAt, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const ask = (from: number) => source.read(object, from, Math.min(from + PIECE_BYTES, end), signal);
  let next = begin < end ? ask(begin) : undefined;
  try {
    for (let at = begin; next !== undefined; at += PIECE_BYTES) {
      const piece: Uint8Array = await next;
      next = at + PIECE_BYTES < end ? ask(at + PIECE_BYTES) : undefined;
      // Without a listener a piece that fails while this one is being sent would end the process.
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
