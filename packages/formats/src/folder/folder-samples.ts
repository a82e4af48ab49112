import type { ByteRange } from "../byte-range.ts";
import { wholeOf } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { mediaTypeOfName } from "../media/media-names.ts";
import { readCurated } from "./curated-record.ts";
import { type FolderListing, locateMedia } from "./locate-media.ts";
import { readCsv } from "./read-csv.ts";
import { objectEntries, parseJson, readJsonLines } from "./read-jsonl.ts";
import { flattenValues, readCell, type Scalar } from "./scalars.ts";
import type { TableRow } from "./table-row.ts";

export interface FolderSample {
  readonly key: string;
  /** The object of the clip; null when the row names none inside the folder. */
  readonly media: string | null;
  readonly caption: string | null;
  /** Byte offset of the row in its table. */
  readonly begin: number;
  readonly end: number;
  readonly values: ReadonlyMap<string, Scalar>;
  readonly fault: string | null;
}

export interface FolderTable extends FolderListing {
  readonly object: string;
  /** Range of a JSONL file; a row belongs to the range in which it begins. CSV files are read whole. */
  readonly range?: ByteRange;
}

const MEDIA_COLUMNS = [
  "path",
  "file_name",
  "video",
  "video_path",
  "clip",
  "clip_path",
  "clip_location",
  "file",
  "filename",
  "media",
  "image",
];
const CAPTION_COLUMNS = ["text", "caption", "prompt", "description", "enhanced_caption", "title"];
const KEY_COLUMNS = ["id", "key", "uuid", "span_uuid", "sample_id", "videoid", "video_id"];
const MOST_RECORD_BYTES = 4 * 1_048_576;

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The first of the usual column names, else the first column whose text is a media file name. */
export const mediaPathOf = (values: ReadonlyMap<string, unknown>): string | undefined => {
  for (const name of MEDIA_COLUMNS) {
    const path = textOf(values.get(name));
    if (path !== undefined && mediaTypeOfName(path) !== undefined) return path;
  }
  for (const value of values.values()) {
    const path = textOf(value);
    if (path !== undefined && path.length < 1_000 && mediaTypeOfName(path) !== undefined) return path;
  }
  return undefined;
};

const firstText = (values: ReadonlyMap<string, unknown>, names: readonly string[]): string | null => {
  for (const name of names) {
    const value = values.get(name);
    if (typeof value === "number") return String(value);
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return null;
};

const NO_VALUES: ReadonlyMap<string, Scalar> = new Map();

const brokenSample = (key: string, row: { begin: number; end: number }, fault: string): FolderSample => ({
  key,
  media: null,
  caption: null,
  begin: row.begin,
  end: row.end,
  values: NO_VALUES,
  fault,
});

const mediaFault = (path: string | undefined, media: string | undefined, has: FolderListing["has"]): string | null => {
  if (path === undefined) return "the row has no media file";
  if (media === undefined) return `${path.slice(0, 200)} is outside the folder`;
  return has === undefined || has(media) ? null : `there is no ${media}`;
};

const sampleOf = (row: TableRow, rowNumber: number, table: FolderTable, isText: boolean): FolderSample => {
  if (row.values === null) return brokenSample(`row ${rowNumber}`, row, row.fault ?? "the row cannot be read");
  const path = mediaPathOf(row.values);
  const media = path === undefined ? undefined : locateMedia(path, table.object, table);
  const cells = [...row.values].map(([name, text]) => [name, readCell(String(text))] as const);
  return {
    key: firstText(row.values, KEY_COLUMNS) ?? path ?? `row ${rowNumber}`,
    media: media ?? null,
    caption: firstText(row.values, CAPTION_COLUMNS),
    begin: row.begin,
    end: row.end,
    values: isText ? new Map<string, Scalar>(cells) : flattenValues(row.values),
    fault: mediaFault(path, media, table.has),
  };
};

/** The samples of a JSONL or CSV file. */
export async function* readTableSamples(
  source: ByteSource,
  table: FolderTable,
  signal?: AbortSignal,
): AsyncGenerator<FolderSample, void, undefined> {
  const isText = /\.(csv|tsv)$/i.test(table.object);
  const rows = isText
    ? readCsv(source, table.object, signal)
    : readJsonLines(source, table.object, table.range, signal);
  let rowNumber = 0;
  for await (const row of rows) {
    yield sampleOf(row, rowNumber, table, isText);
    rowNumber += 1;
  }
}

/** The sample of a single JSON file, as NeMo Curator writes them. */
export const readRecordSample = async (
  source: ByteSource,
  record: FolderTable,
  signal?: AbortSignal,
): Promise<FolderSample> => {
  const range = await wholeOf(source, record.object, signal);
  const key = record.object.slice(record.object.lastIndexOf("/") + 1).replace(/\.json$/i, "");
  if (range.end > MOST_RECORD_BYTES) return brokenSample(key, range, "the record is larger than 4 MiB");
  const bytes = await source.read(record.object, 0, range.end, signal);
  const values = objectEntries(parseJson(new TextDecoder("utf-8").decode(bytes)));
  if (values === undefined) return brokenSample(key, range, "the record is not a JSON object");
  const { path, caption, flat } = readCurated(values);
  const media = findClip(path, key, record);
  const fault = mediaFault(path ?? media, media, record.has);
  return { key: firstText(values, KEY_COLUMNS) ?? key, media: media ?? null, caption, ...range, values: flat, fault };
};

/** The path in the record, else `clips/<id>.mp4` next to `metas/`. */
const findClip = (path: string | undefined, key: string, record: FolderTable): string | undefined => {
  const told = path === undefined ? undefined : locateMedia(path, record.object, record);
  if (told !== undefined && (record.has?.(told) ?? false)) return told;
  const top = record.object.replace(/metas\/v0\/[^/]*$/i, "");
  const usual = `${top}clips/${key}.mp4`;
  if (record.has === undefined || record.has(usual)) return usual;
  return told;
};

/** A clip without metadata. */
export const mediaSample = (object: string, root: string, sizeBytes: number): FolderSample => {
  if (!object.startsWith(root)) throw new FormatFault("outside", `${object} is outside the folder`);
  return {
    key: object.slice(root.length),
    media: object,
    caption: null,
    begin: 0,
    end: sizeBytes,
    values: NO_VALUES,
    fault: null,
  };
};
