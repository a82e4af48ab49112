import type { ContentFile, ServiceFile } from "@dailies/contract";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { SIGNED_URL_TTL_S } from "../../platform/s3/signed-url-ttl.ts";

/** Addresses made within this time are the same ones, so that a browser finds what it has fetched already. */
const SAME_FOR_MS = 300_000;
/** What a browser shows and never runs. The product may send other kinds, such as SVG, and those are only saved. */
const SHOWN = /^(video|audio)\/|^image\/(png|jpeg|webp|gif|avif)$/;

/** Gives the product's files addresses that are good for some minutes; whether the objects are there is not asked. */
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

/** Told by its name alone: a poster comes without a type, and one of another kind would not be shown. */
const posterMime = (key: string): string => POSTER_MIMES[key.split(".").at(-1)?.toLowerCase() ?? ""] ?? "image/jpeg";

export type ToContentFile = ReturnType<typeof contentFiles>;
