import type { Clock } from "../../../platform/clock.ts";
import type { Presign } from "../../../platform/s3/object-storage-presign.ts";

interface SignedRequest {
  readonly method: "GET" | "HEAD";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
}
export type Address = (request: SignedRequest) => string;

const MAX_REMEMBERED = 2_000;
/** Share of the lifetime during which a signed URL is reused; most of it stays for the read. */
const REUSED_SHARE = 0.2;

/** Caches signed URLs for our own reads: signing costs half as much as a small read, and objects are read in many parts. */
export const rememberedAddresses = (presign: Presign, clock: Clock, expiresS: number): Address => {
  const known = new Map<string, { readonly url: string; readonly atMs: number }>();
  const reusedMs = expiresS * 1_000 * REUSED_SHARE;
  return (request) => {
    const at = clock();
    if (request.method !== "GET" || request.query) return presign({ ...request, at, expiresS });
    const { key } = request;
    const ageMs = at.getTime() - (known.get(key)?.atMs ?? Number.NEGATIVE_INFINITY);
    const found = ageMs >= 0 && ageMs <= reusedMs ? known.get(key) : undefined;
    if (found) return found.url;
    const url = presign({ ...request, at, expiresS });
    const [oldest] = known.keys();
    if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.delete(key);
    known.set(key, { url, atMs: at.getTime() });
    return url;
  };
};
