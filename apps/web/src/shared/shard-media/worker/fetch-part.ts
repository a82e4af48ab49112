import type { ShardPart, ShardReason } from "../shard-clip.ts";

export type Fetched = {
  /** Time to first byte. */
  readonly ms: number;
} & (
  | { readonly body: ReadableStream<Uint8Array> }
  | { readonly reason: ShardReason; readonly isWorthRenewing: boolean }
);

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\//;

/** Stores report an expired URL with various statuses, and an invalid one with the same. */
const REFUSED = new Set([400, 401, 403]);

/** Content-Range is readable only if the store's CORS rules expose it; the bytes are counted in any case. */
const isOther = (header: string | null, begin: number, end: number): boolean => {
  const [, first, last] = CONTENT_RANGE.exec(header ?? "") ?? [];
  return first !== undefined && (Number(first) !== begin || Number(last) !== end - 1);
};

interface PartRequest {
  readonly part: ShardPart;
  /** Relative to the clip. */
  readonly begin: number;
  readonly end: number;
  readonly signal: AbortSignal;
}

/** Fetches one range of the object with one request. */
export const fetchPart = async ({ part, begin, end, signal }: PartRequest): Promise<Fetched> => {
  const [first, beyond] = [part.offsetBytes + begin, part.offsetBytes + end];
  const startedAt = performance.now();
  let answer: Response;
  try {
    answer = await fetch(part.url, {
      headers: { range: `bytes=${first}-${beyond - 1}` },
      mode: "cors",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      // Signed URLs never repeat, so caching the response would only evict useful entries.
      cache: "no-store",
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { ms: performance.now() - startedAt, reason: "blocked", isWorthRenewing: false };
  }
  const ms = performance.now() - startedAt;
  const { status, body, headers } = answer;
  if (status === 206 && body && !isOther(headers.get("content-range"), first, beyond)) return { ms, body };
  await body?.cancel();
  return { ms, reason: status === 200 ? "no_ranges" : "refused", isWorthRenewing: REFUSED.has(status) };
};
