import { contentDisposition } from "../../../platform/content-disposition.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { AssetKind } from "../assets.rules.ts";

/** Signed URLs are identical within this time, so that browsers can cache the response. */
const SAME_FOR_MS = 300_000;

export interface ReadableFile {
  readonly key: string;
  readonly name: string;
  readonly kind: AssetKind;
  readonly mime: string;
}

const MAX_KEPT = 20_000;
const keptOf = new WeakMap<ObjectStorage, { readonly atMs: number; readonly made: Map<string, string> }>();

/** Caches signed URLs: a grid window needs 1,600 and requests them again on every change. */
const addressesMade = (storage: ObjectStorage, atMs: number): Map<string, string> => {
  const kept = keptOf.get(storage);
  if (kept?.atMs === atMs) return kept.made;
  const made = new Map<string, string>();
  keptOf.set(storage, { atMs, made });
  return made;
};

/** A signed URL grants read access: use it only for Ready assets and callers who may read them. */
export const readAddresses = (storage: ObjectStorage, now: Date) => {
  const at = new Date(Math.floor(now.getTime() / SAME_FOR_MS) * SAME_FOR_MS);
  const made = addressesMade(storage, at.getTime());
  const sign = (key: string, query: Record<string, string> = {}): string => {
    const asked = `${key} ${query["response-content-type"] ?? ""} ${query["response-content-disposition"] ?? ""}`;
    const before = made.get(asked);
    if (before !== undefined) return before;
    const address = storage.presign({ method: "GET", key, query, at, expiresS: SIGNED_URL_TTL_S.browser });
    if (made.size < MAX_KEPT) made.set(asked, address);
    return address;
  };
  return {
    /** For derivatives: poster and sprite. */
    derived: (key: string): string => sign(key),
    inline: ({ key, mime }: ReadableFile): string => sign(key, { "response-content-type": mime }),
    attachment: (file: ReadableFile): string => sign(file.key, responseOf(file, "attachment")),
  };
};

export type ReadAddresses = ReturnType<typeof readAddresses>;

/** Signs a URL for external recipients, with the requested lifetime. */
export const linkAddress = (storage: ObjectStorage, file: ReadableFile, at: Date, expiresS: number): string =>
  storage.presign({ method: "GET", key: file.key, query: responseOf(file, "inline"), at, expiresS });

/** A file that is not image, audio or video may be HTML with scripts: it is always downloaded, never shown inline. */
const responseOf = ({ kind, mime, name }: ReadableFile, how: "attachment" | "inline"): Record<string, string> =>
  kind === "other"
    ? {
        "response-content-type": "application/octet-stream",
        "response-content-disposition": contentDisposition("attachment", name),
      }
    : { "response-content-type": mime, "response-content-disposition": contentDisposition(how, name) };
