import type { ASSET_KINDS, SpriteLayout } from "@dailies/contract";

export type AssetKind = (typeof ASSET_KINDS)[number];

/** As it stands in the database: the layout with keys in the place of addresses. */
export type StoredSprite = Omit<SpriteLayout, "url" | "vtt_url"> & { key: string; vtt_key: string };

const MIB = 1024 ** 2;
/** Up to here one request carries the whole file. */
const WHOLE_MAX_BYTES = 8 * MIB;
const MIN_PART_BYTES = 8 * MIB;
/** What storage takes at most. */
const MAX_PARTS = 10_000;

/** How long an upload may rest before it is given up. */
export const UPLOAD_TTL_MS = 24 * 3_600_000;

/** One workflow for each version, however often its end is reported. A second check is another run with a name of its own. */
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

/** Undefined for a part that the upload does not have. */
export const partBytes = (sizeBytes: number, partSizeBytes: number, number: number): number | undefined => {
  const left = sizeBytes - (number - 1) * partSizeBytes;
  return number >= 1 && left > 0 ? Math.min(left, partSizeBytes) : undefined;
};

/** Only from the type that was announced; the check of the bytes has the last word. */
export const kindOfMime = (mime: string): AssetKind => {
  // A picture that can hold scripts is never shown as one.
  if (mime === "image/svg+xml") return "other";
  const [family] = mime.split("/");
  return family === "video" || family === "image" || family === "audio" ? family : "other";
};

const MIME = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** A media type without its parameters; what is none counts as unknown bytes. */
export const parseMime = (contentType: string): string => {
  const [type = ""] = contentType.split(";");
  const mime = type.trim().toLowerCase();
  return mime.length <= 127 && MIME.test(mime) ? mime : "application/octet-stream";
};
