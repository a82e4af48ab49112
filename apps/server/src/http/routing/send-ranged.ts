import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { askedRange } from "../../platform/byte-range.ts";

export interface RangedBytes {
  readonly sizeBytes: number;
  /** Strong and quoted: different bytes have a different ETag. */
  readonly etag: string;
  /** Inline only for types that browsers display and never execute; everything else is a download. */
  readonly contentType: string;
  readonly fileName: string;
  /** Called once, for the range that is sent. */
  readonly open: (begin: number, end: number) => Readable;
}

const SHOWN = /^(?:video|audio)\/[\w.+-]+$|^image\/(?:jpeg|png|webp|gif|avif|bmp)$/;

const dispositionOf = ({ contentType, fileName }: RangedBytes): string =>
  `${SHOWN.test(contentType) ? "inline" : "attachment"}; filename="${fileName.replaceAll(/[^\w.-]/g, "_").slice(0, 100)}"`;

/** Replies 200, 206, 304 or 416. */
export const sendRanged = async (reply: FastifyReply, bytes: RangedBytes): Promise<void> => {
  const { headers } = reply.request;
  const { etag, sizeBytes } = bytes;
  reply.headers({ etag, "accept-ranges": "bytes", "cache-control": "private, no-cache" });
  if (headers["if-none-match"]?.split(",").some((tag) => tag.trim() === etag)) {
    await reply.code(304).send("");
    return;
  }
  const asked = askedRange({ range: headers.range, ifRange: one(headers["if-range"]) }, etag, sizeBytes);
  if (asked.kind === "outside") {
    await reply.code(416).header("content-range", `bytes */${sizeBytes}`).send("");
    return;
  }
  const { begin, end } = asked.kind === "part" ? asked : { begin: 0, end: sizeBytes };
  if (asked.kind === "part") reply.code(206).header("content-range", `bytes ${begin}-${end - 1}/${sizeBytes}`);
  reply.headers({
    "content-type": SHOWN.test(bytes.contentType) ? bytes.contentType : "application/octet-stream",
    "content-length": `${end - begin}`,
    "content-disposition": dispositionOf(bytes),
  });
  await reply.send(bytes.open(begin, end));
};

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** A stream that is opened when its first bytes are read. */
export const openLater = (open: () => Promise<Readable>): Readable =>
  Readable.from(
    (async function* () {
      yield* await open();
    })(),
    { objectMode: false },
  );
