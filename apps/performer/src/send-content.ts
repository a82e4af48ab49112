import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { HttpFault } from "./http.ts";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A single byte range, as video players send it; multiple ranges get the whole file. */
export const readRange = (header: string | undefined, sizeBytes: number): Range | "unsatisfiable" | undefined => {
  const match = /^bytes=(?<first>\d*)-(?<last>\d*)$/.exec(header ?? "");
  const { first = "", last = "" } = match?.groups ?? {};
  if (!match || (first === "" && last === "")) return undefined;
  const from = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return from > to || from >= sizeBytes ? "unsatisfiable" : { from, to };
};

interface Content {
  readonly file: string;
  readonly etag: string;
  /** Announces the full length, sends half and closes the connection. */
  readonly isCutOff: boolean;
}

export const sendContent = async (
  request: IncomingMessage,
  response: ServerResponse,
  { file, etag, isCutOff }: Content,
): Promise<void> => {
  const handle = await open(file);
  try {
    const sizeBytes = (await handle.stat()).size;
    const range = readRange(request.headers.range, sizeBytes);
    if (range === "unsatisfiable") {
      throw new HttpFault(416, "range_not_satisfiable", "no such bytes", { "content-range": `bytes */${sizeBytes}` });
    }
    const { from, to } = range ?? { from: 0, to: sizeBytes - 1 };
    response.writeHead(range ? 206 : 200, {
      "content-type": "video/mp4",
      "content-length": to - from + 1,
      "accept-ranges": "bytes",
      etag: `"${etag}"`,
      ...(range ? { "content-range": `bytes ${from}-${to}/${sizeBytes}` } : {}),
    });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const end = isCutOff ? from + Math.floor((to - from) / 2) : to;
    await pipeline(handle.createReadStream({ start: from, end, autoClose: false }), response, { end: !isCutOff });
    if (isCutOff) response.destroy();
  } finally {
    await handle.close();
  }
};
