import { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";
import { parseByteRange } from "../../../platform/byte-range.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { findJudgedFile, type JudgedFile } from "./media.store.ts";
import { paddedBytes, paddingOf } from "./padded-clip.rules.ts";

interface MediaQuery {
  readonly leaseId: string;
  readonly raterId: string;
  readonly slot: "A" | "B";
  readonly range: string | undefined;
}

/** Always exactly these headers, so that they do not identify the clip. */
interface MediaAnswer {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | undefined;
}

/** Waits for the byte at this position, or the last one, without using it. */
const awaitByte = async (
  { storage }: Pick<EvaluationsDeps, "storage">,
  { key, sizeBytes }: Pick<JudgedFile, "key" | "sizeBytes">,
  position: number,
): Promise<void> => {
  const at = Math.min(position, sizeBytes - 1);
  for await (const _byte of await storage.getObject(key, { fromByte: at, toByte: at }));
};

/**
 * Object storage answers faster for a small clip than for a large one, and padding needs no storage at all. So nothing is
 * sent before storage has answered for both clips of the pair, whichever is read.
 */
async function* bytesOf(
  deps: Pick<EvaluationsDeps, "storage">,
  file: JudgedFile,
  totalBytes: number,
  { begin, end }: { readonly begin: number; readonly end: number },
): AsyncGenerator<Buffer> {
  const { key, sizeBytes, other } = file;
  const otherAnswered = other && awaitByte(deps, other, begin);
  if (begin < sizeBytes) {
    const range = { fromByte: begin, toByte: Math.min(end, sizeBytes) - 1 };
    const [stream] = await Promise.all([deps.storage.getObject(key, range), otherAnswered]);
    yield* stream as AsyncIterable<Buffer>;
  } else {
    await Promise.all([awaitByte(deps, file, begin), otherAnswered]);
  }
  if (end <= sizeBytes) return;
  yield paddingOf(totalBytes - sizeBytes, Math.max(0, begin - sizeBytes), end - 1 - sizeBytes);
}

/** Reads a leased clip or a range of it. Both clips of an item have the same length, and no header identifies either. */
export const readMedia = async (deps: EvaluationsDeps, { range, ...input }: MediaQuery): Promise<MediaAnswer> => {
  const file = await findJudgedFile(deps.db, { ...input, at: deps.clock() });
  if (!file) throw new DomainError("not_found", "you hold no lease on this clip");
  const totalBytes = paddedBytes(file.sizeBytes, file.other?.sizeBytes ?? 0);
  const wanted = parseByteRange(range, totalBytes);
  const common = { "accept-ranges": "bytes" };
  if (wanted.kind === "outside") {
    return { status: 416, headers: { ...common, "content-range": `bytes */${totalBytes}` }, body: undefined };
  }
  const isPart = wanted.kind === "part";
  const { begin, end } = isPart ? wanted : { begin: 0, end: totalBytes };
  const headers = {
    ...common,
    "content-length": String(end - begin),
    ...(isPart && { "content-range": `bytes ${begin}-${end - 1}/${totalBytes}` }),
  };
  const body = Readable.from(bytesOf(deps, file, totalBytes, { begin, end }), { objectMode: false });
  return { status: isPart ? 206 : 200, headers, body };
};
