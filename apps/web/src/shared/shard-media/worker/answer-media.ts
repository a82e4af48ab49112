import type { ShardPart, ShardReason } from "../shard-clip.ts";
import { type AskedRange, readAskedRange } from "./asked-range.ts";
import { passExactly } from "./exact-stream.ts";
import { type Fetched, fetchPart } from "./fetch-part.ts";
import { mediaHeaders } from "./media-headers.ts";

/** How to locate a clip, and where to report reads. */
export interface ClipAccess {
  readonly locate: (isRenewal: boolean) => Promise<ShardPart | undefined>;
  readonly countRead: (requests: number, bytes: number, ms: number) => void;
  /** Ends the metering of this response. */
  readonly endRead: () => void;
  readonly reportFault: (reason: ShardReason) => void;
}

interface MediaRequest {
  readonly method: string;
  readonly range: string | null;
  readonly signal: AbortSignal;
}

const plain = (status: number): Response =>
  new Response(null, {
    status,
    headers: { "cache-control": "no-store", "content-security-policy": "default-src 'none'; sandbox" },
  });

const boundsOf = (asked: AskedRange, sizeBytes: number): { begin: number; end: number } =>
  asked.kind === "part" ? asked : { begin: 0, end: sizeBytes };

/** A signed URL may expire between lookup and use: only then it is renewed, once. */
const fetchRenewing = async (
  access: ClipAccess,
  first: ShardPart,
  fetchOne: (part: ShardPart) => Promise<Fetched>,
): Promise<Fetched> => {
  const fetched = await fetchOne(first);
  if ("body" in fetched || !fetched.isWorthRenewing) return fetched;
  const renewed = await access.locate(true);
  return renewed ? fetchOne(renewed) : fetched;
};

/** Serves a clip request from a byte range of its object. */
export const answerMedia = async (access: ClipAccess, { method, range, signal }: MediaRequest): Promise<Response> => {
  if (method !== "GET" && method !== "HEAD") return plain(405);
  const part = await access.locate(false);
  if (!part) return plain(404);
  const { sizeBytes, contentType } = part;
  const asked = readAskedRange(range, sizeBytes);
  const headers = mediaHeaders(contentType, sizeBytes, asked);
  if (asked.kind === "beyond") return new Response(null, { status: 416, headers });
  const status = asked.kind === "part" ? 206 : 200;
  if (method === "HEAD" || sizeBytes === 0) return new Response(null, { status, headers });

  const { begin, end } = boundsOf(asked, sizeBytes);
  const stopping = new AbortController();
  const stop = AbortSignal.any([signal, stopping.signal]);
  const fetched = await fetchRenewing(access, part, async (where) => {
    const answer = await fetchPart({ part: where, begin, end, signal: stop });
    access.countRead(1, 0, answer.ms);
    return answer;
  });
  if (!("body" in fetched)) {
    access.endRead();
    access.reportFault(fetched.reason);
    return plain(502);
  }
  const body = passExactly({
    source: fetched.body,
    sizeBytes: end - begin,
    onBytes: (bytes) => access.countRead(0, bytes, 0),
    onEnd: access.endRead,
    onCancel: () => stopping.abort(),
  });
  return new Response(body, { status, headers });
};
