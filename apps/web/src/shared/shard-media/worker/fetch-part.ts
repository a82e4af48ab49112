import type { ShardPart, ShardReason } from "../shard-clip.ts";

export type Fetched = {
  /** Until the answer began. */
  readonly ms: number;
} & (
  | { readonly body: ReadableStream<Uint8Array> }
  | { readonly reason: ShardReason; readonly isWorthRenewing: boolean }
);

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\//;

/** Storage tells an address that ran out in several ways, and one that never was right in the same. */
const REFUSED = new Set([400, 401, 403]);

/** Readable only where the store's CORS rules expose it; the number of bytes is counted in any case. */
const isOther = (header: string | null, begin: number, end: number): boolean => {
  const [, first, last] = CONTENT_RANGE.exec(header ?? "") ?? [];
  return first !== undefined && (Number(first) !== begin || Number(last) !== end - 1);
};

interface PartRequest {
  readonly part: ShardPart;
  /** Of the clip. */
  readonly begin: number;
  readonly end: number;
  readonly signal: AbortSignal;
}

/** One range of the object, by one request. */
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
      // Kept by the browser under an address that never comes again, it would only push out what is of use.
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
