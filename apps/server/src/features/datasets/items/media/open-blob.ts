import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { DatasetColumn } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { BucketReader } from "../../../storage/index.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { refuseFault } from "../refuse-fault.ts";
import { getItemRow } from "../rows/get-item.ts";
import { getMedia } from "./get-media.ts";
import { locateColumn } from "./locate-column.ts";

export interface OpenBlob {
  readonly sizeBytes: number;
  /** A strong ETag: it changes with the bytes or the state of the object. */
  readonly etag: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly open: (begin: number, end: number) => Promise<Readable>;
}

interface BlobQuery {
  readonly ordinal: number;
  readonly version: number | undefined;
  readonly column: string | undefined;
}

type Deps = Pick<ItemsDeps, "db" | "tableReader" | "replicas" | "bucketReaders">;

export const openBlob = (deps: Deps, datasetId: string, query: BlobQuery, signal: AbortSignal): Promise<OpenBlob> =>
  refuseFault(() =>
    query.column === undefined
      ? openMedia(deps, datasetId, query, signal)
      : openColumn(deps, datasetId, { ...query, column: query.column }, signal),
  );

const openMedia = async (deps: Deps, datasetId: string, query: BlobQuery, signal: AbortSignal): Promise<OpenBlob> => {
  const { source, key, media } = await getMedia(deps, datasetId, query);
  const bucketReader = await deps.bucketReaders.openProfile(source.profileId);
  const range = { object: media.object, begin: media.offset, end: media.offset + media.bytes };
  return openRange(bucketReader, range, { contentType: media.content_type, fileName: key }, signal);
};

interface ObjectRange {
  readonly object: string;
  readonly begin: number;
  readonly end: number;
}

const openRange = async (
  bucketReader: BucketReader,
  { object, begin, end }: ObjectRange,
  named: Pick<OpenBlob, "contentType" | "fileName">,
  signal: AbortSignal,
): Promise<OpenBlob> => {
  const found = await bucketReader.describe(object, signal);
  if (!found) throw new DomainError("not_found", "the object that contains this item no longer exists");
  if (end > found.bytes) throw new DomainError("upstream_failed", "the object that contains this item is now shorter");
  return {
    ...named,
    sizeBytes: end - begin,
    etag: `"${hash("sha256", `${found.etag}:${begin}:${end}`, "base64url").slice(0, 32)}"`,
    open: (from, to) => bucketReader.stream(object, begin + from, begin + to, signal),
  };
};

/** Byte columns are read from the source; JSON columns are stored in the item table. */
const openColumn = async (
  deps: Deps,
  datasetId: string,
  { column: name, ...input }: BlobQuery & { readonly column: string },
  signal: AbortSignal,
): Promise<OpenBlob> => {
  const names = (source: ItemVersion): string[] => [
    "key",
    "sample_object",
    "sample_offset",
    "sample_bytes",
    columnOf(source, name).name,
  ];
  const { source, row } = await getItemRow(deps, datasetId, { ...input, names });
  const column = columnOf(source, name);
  const fileName = `${String(row.get("key"))}.${column.name}`;
  const value = row.get(column.name);
  if (value === null || value === undefined) throw new DomainError("not_found", "this item has nothing in this column");
  if (column.type === "json") return openText(String(value), `${fileName}.json`);
  const bucketReader = await deps.bucketReaders.openProfile(source.profileId);
  const range = await locateColumn({ bucketReader, source, row, column }, signal);
  return openRange(bucketReader, range, { contentType: "application/octet-stream", fileName }, signal);
};

const columnOf = ({ columns }: ItemVersion, name: string): DatasetColumn => {
  const column = columns.find((each) => each.name === name);
  const hasBytes = column && ["binary", "media", "json"].includes(column.type);
  if (!column || !hasBytes)
    throw new DomainError("invalid", `there are no bytes in ${JSON.stringify(name)} to download`);
  return column;
};

const openText = (text: string, fileName: string): OpenBlob => {
  const bytes = Buffer.from(text);
  return {
    sizeBytes: bytes.length,
    fileName,
    contentType: "application/json",
    etag: `"${hash("sha256", bytes, "base64url").slice(0, 32)}"`,
    open: async (begin, end) => Readable.from([bytes.subarray(begin, end)]),
  };
};
