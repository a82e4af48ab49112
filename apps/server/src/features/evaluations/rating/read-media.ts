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

async function* bytesOf(
  { storage }: Pick<EvaluationsDeps, "storage">,
  { key, sizeBytes }: JudgedFile,
  totalBytes: number,
  { begin, end }: { readonly begin: number; readonly end: number },
): AsyncGenerator<Buffer> {
  if (begin < sizeBytes) {
    const stream = await storage.getObject(key, { fromByte: begin, toByte: Math.min(end, sizeBytes) - 1 });
    yield* stream as AsyncIterable<Buffer>;
  }
  if (end <= sizeBytes) return;
  yield paddingOf(totalBytes - sizeBytes, Math.max(0, begin - sizeBytes), end - 1 - sizeBytes);
}

/** Reads a leased clip or a range of it. Both clips of an item have the same length, and no header identifies either. */
export const readMedia = async (deps: EvaluationsDeps, { range, ...input }: MediaQuery): Promise<MediaAnswer> => {
  const file = await findJudgedFile(deps.db, { ...input, at: deps.clock() });
  if (!file) throw new DomainError("not_found", "you hold no lease on this clip");
  const totalBytes = paddedBytes(file.sizeBytes, file.otherBytes ?? 0);
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
