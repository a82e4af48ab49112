import { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { type ByteRange, readByteRange } from "./byte-range.rules.ts";
import { findJudgedFile, type JudgedFile } from "./media.store.ts";
import { paddedBytes, paddingOf } from "./padded-clip.rules.ts";

interface MediaQuery {
  readonly leaseId: string;
  readonly raterId: string;
  readonly slot: "A" | "B";
  readonly range: string | undefined;
}

/** Exactly these headers go with it, whatever the clip is. */
interface MediaAnswer {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | undefined;
}

async function* bytesOf(
  { storage }: Pick<EvaluationsDeps, "storage">,
  { key, sizeBytes }: JudgedFile,
  totalBytes: number,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  if (first < sizeBytes) {
    const stream = await storage.getObject(key, { fromByte: first, toByte: Math.min(last, sizeBytes - 1) });
    yield* stream as AsyncIterable<Buffer>;
  }
  if (last < sizeBytes) return;
  yield paddingOf(totalBytes - sizeBytes, Math.max(0, first - sizeBytes), last - sizeBytes);
}

/** A clip in hand, or a range of it. Both clips of an item are answered with the same length, and nothing names either. */
export const readMedia = async (deps: EvaluationsDeps, { range, ...ask }: MediaQuery): Promise<MediaAnswer> => {
  const file = await findJudgedFile(deps.db, { ...ask, at: deps.clock() });
  if (!file) throw new DomainError("not_found", "this clip is not in your hands");
  const totalBytes = paddedBytes(file.sizeBytes, file.otherBytes ?? 0);
  const wanted = readByteRange(range, totalBytes);
  const common = { "accept-ranges": "bytes" };
  if (wanted === "outside") {
    return { status: 416, headers: { ...common, "content-range": `bytes */${totalBytes}` }, body: undefined };
  }
  const { first, last } = wanted ?? { first: 0, last: totalBytes - 1 };
  const headers = {
    ...common,
    "content-length": String(last - first + 1),
    ...(wanted && { "content-range": `bytes ${first}-${last}/${totalBytes}` }),
  };
  const body = Readable.from(bytesOf(deps, file, totalBytes, { first, last }), { objectMode: false });
  return { status: wanted ? 206 : 200, headers, body };
};
