import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { OutgoingError } from "./outgoing-error.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** Timeout between two chunks. */
  readonly idleMs: number;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Undefined for an uncompressed body. */
const decoderOf = ({ headers }: IncomingMessage): Transform | undefined => {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return undefined;
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode) throw new OutgoingError("bad_answer", "the response uses an unsupported content encoding");
  return decode();
};

/** The decompressed bytes; the limit counts after decompression, against decompression bombs. */
export const streamBody = (
  message: IncomingMessage,
  limits: BodyLimits,
  asError: (error: OutgoingError) => Error = (error) => error,
): Readable => {
  const decoder = decoderOf(message);
  const bounded = limit(limits, asError);
  // The error reaches the reader of the last stream, so the callback ignores it.
  pipeline([message, ...(decoder ? [decoder] : []), bounded], () => undefined);
  return bounded;
};

/** The same in one buffer. Most bodies are small and uncompressed: these are read without a stream in between. */
export const readBody = async (message: IncomingMessage, limits: BodyLimits): Promise<Buffer> => {
  if (message.headers["content-encoding"] !== undefined) return buffer(streamBody(message, limits));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  const stop = (error: OutgoingError): void => {
    reject(error);
    message.destroy();
  };
  const idle = setTimeout(() => stop(silence(limits)), limits.idleMs);
  message.on("data", (chunk: Buffer) => {
    idle.refresh();
    bytes += chunk.length;
    if (bytes > limits.maxBytes) stop(excess(limits));
    else chunks.push(chunk);
  });
  message.once("end", () => {
    isOver = true;
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  });
  message.once("error", (error) => reject(toOutgoingError(error)));
  message.once("close", () => {
    clearTimeout(idle);
    // Creating an error is expensive, and after the end nobody would receive it.
    if (!isOver) reject(brokenOff());
  });
  return promise;
};

const excess = ({ maxBytes }: BodyLimits): OutgoingError =>
  new OutgoingError("too_large", `the answer is larger than ${maxBytes} bytes`);
const silence = ({ idleMs }: BodyLimits): OutgoingError =>
  new OutgoingError("timeout", `the sender was silent for ${idleMs} ms`);
const brokenOff = (cause?: Error): OutgoingError =>
  new OutgoingError("unreachable", "the response was truncated", { cause });

const limit = (limits: BodyLimits, asError: (error: OutgoingError) => Error): Transform => {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      idle.refresh();
      bytes += chunk.length;
      if (bytes > limits.maxBytes) done(excess(limits));
      else done(null, chunk);
    },
    destroy: (error, done) => done(error && asError(toOutgoingError(error))),
  });
  const idle = setTimeout(() => stream.destroy(silence(limits)), limits.idleMs);
  idle.unref();
  // Readers get the error from the stream; an abandoned stream must not crash the process.
  return stream.on("error", () => undefined).on("close", () => clearTimeout(idle));
};

const toOutgoingError = (error: Error): OutgoingError => {
  if (error instanceof OutgoingError) return error;
  const isPacking = "code" in error && /^(?:Z_|ERR__ERROR_FORMAT)/.test(String(error.code));
  return isPacking
    ? new OutgoingError("bad_answer", "the response could not be decompressed", { cause: error })
    : brokenOff(error);
};
