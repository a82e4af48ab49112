import type { ASSET_KINDS, SpriteLayout } from "@dailies/contract";

export type AssetKind = (typeof ASSET_KINDS)[number];

/** The sprite layout as stored in the database: object keys instead of URLs. */
export type StoredSprite = Omit<SpriteLayout, "url" | "vtt_url"> & { key: string; vtt_key: string };

const MIB = 1024 ** 2;
/** Files up to this size are uploaded in a single request; larger ones as multipart. */
const WHOLE_MAX_BYTES = 8 * MIB;
const MIN_PART_BYTES = 8 * MIB;
/** The S3 limit. */
const MAX_PARTS = 10_000;

/** Unfinished uploads expire after this time. */
export const UPLOAD_TTL_MS = 24 * 3_600_000;

/** One workflow per version, however often completion is reported. A re-check gets its own run suffix. */
export const ingestWorkflowId = (assetId: string, version: number, run?: string): string =>
  `asset-ingest/${assetId}/${version}${run === undefined ? "" : `/${run}`}`;

export const planUpload = (
  sizeBytes: number,
): { method: "PUT" } | { method: "MULTIPART"; partSizeBytes: number; partCount: number } => {
  if (sizeBytes <= WHOLE_MAX_BYTES) return { method: "PUT" };
  const wholeMib = Math.ceil(sizeBytes / MAX_PARTS / MIB) * MIB;
  const partSizeBytes = Math.max(MIN_PART_BYTES, wholeMib);
  return { method: "MULTIPART", partSizeBytes, partCount: Math.ceil(sizeBytes / partSizeBytes) };
};

/** Returns undefined for a part number outside the upload. */
export const partBytes = (sizeBytes: number, partSizeBytes: number, number: number): number | undefined => {
  const left = sizeBytes - (number - 1) * partSizeBytes;
  return number >= 1 && left > 0 ? Math.min(left, partSizeBytes) : undefined;
};

/** Uses the declared type only; the ingest check of the bytes is authoritative. */
export const kindOfMime = (mime: string): AssetKind => {
  // SVG can contain scripts, so it is never served as an image.
  if (mime === "image/svg+xml") return "other";
  const [family] = mime.split("/");
  return family === "video" || family === "image" || family === "audio" ? family : "other";
};

const MIME = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** Strips parameters from a media type; an invalid one becomes unknown bytes. */
export const parseMime = (contentType: string): string => {
  const [type = ""] = contentType.split(";");
  const mime = type.trim().toLowerCase();
  return mime.length <= 127 && MIME.test(mime) ? mime : "application/octet-stream";
};
