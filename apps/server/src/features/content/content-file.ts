import type { ContentFile, ServiceFile } from "@dailies/contract";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { SIGNED_URL_TTL_S } from "../../platform/s3/signed-url-ttl.ts";

/** Signed URLs are identical within this time, so that browsers can cache the response. */
const SAME_FOR_MS = 300_000;
/**
 * Types that browsers display without running scripts. Other types the product may send, such as SVG, are only
 * downloaded.
 */
const SHOWN = /^(video|audio)\/|^image\/(png|jpeg|webp|gif|avif)$/;

/** Signs short-lived URLs for the product's files, without checking that the objects exist. */
export const contentFiles = (storage: ObjectStorage, now: Date) => {
  const at = new Date(Math.floor(now.getTime() / SAME_FOR_MS) * SAME_FOR_MS);
  const sign = (key: string, query: Record<string, string>): string =>
    storage.presign({ method: "GET", key, query, at, expiresS: SIGNED_URL_TTL_S.browser });
  const signFile = (key: string, mime: string): string =>
    sign(
      key,
      SHOWN.test(mime)
        ? { "response-content-type": mime }
        : { "response-content-type": "application/octet-stream", "response-content-disposition": "attachment" },
    );
  return (file: ServiceFile): ContentFile => ({
    kind: file.kind,
    mime: file.mime,
    width: file.width ?? null,
    height: file.height ?? null,
    duration_s: file.duration_s ?? null,
    url: signFile(file.object_key, file.mime),
    poster_url: file.poster_key === undefined ? null : signFile(file.poster_key, posterMime(file.poster_key)),
  });
};

const POSTER_MIMES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
};

/** Derived from the file extension: posters have no stored type, and browsers would not display a wrong one. */
const posterMime = (key: string): string => POSTER_MIMES[key.split(".").at(-1)?.toLowerCase() ?? ""] ?? "image/jpeg";

export type ToContentFile = ReturnType<typeof contentFiles>;
