import { randomUUID } from "node:crypto";
import type { ByteSource } from "@dailies/formats/byte-source";
import {
  type FolderSample,
  mediaSample,
  readRecordSample,
  readTableSamples,
} from "@dailies/formats/folder/folder-samples";
import { type FolderLayout, planFolder } from "@dailies/formats/folder/plan-folder";
import { FormatFault } from "@dailies/formats/format-fault";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import type { BucketReader, StoredObject } from "../../../storage/index.ts";
import { startCounting, waitForCount } from "../count-shards.ts";
import { tableOfFiles, tagOfFiles, weighFiles } from "../listed-files.ts";
import { createRowSet, type Row, type RowCell } from "../row-set.ts";
import type { OpenContext, SetTools } from "../set-tools.ts";
import type { Reading, SetColumn, SetWarning, ShardSet } from "../shard-set.ts";
import { ShardTable } from "../shard-table.ts";
import { viewPlain } from "../view-cell.ts";
import { viewFault, viewMedia } from "../view-value.ts";
import { type FolderObjects, verifyFolderShard } from "./verify-folder.ts";

export interface FolderInput {
  readonly folder: string;
  readonly layout: FolderLayout;
}

const MAX_ROWS = 5_000_000;
const ROW_BYTES = 8;

/** The row offsets of a table, so that one row is one read. CSV also needs its header row. */
class TableRows {
  private readonly id = randomUUID();
  private readonly shelf: FolderObjects;
  private readonly tools: SetTools;
  readonly columns = new Map<string, string>();
  readonly faults = new Map<number, SetWarning>();

  constructor(shelf: FolderObjects, tools: SetTools) {
    this.shelf = shelf;
    this.tools = tools;
  }

  async begins({ source, signal }: Pick<Reading, "source" | "signal">, shard: number): Promise<Float64Array> {
    const name = `${this.id}/${shard}`;
    const kept = this.tools.passes.get(name) as Float64Array | undefined;
    if (kept) return kept;
    const begins: number[] = [];
    const object = this.shelf.tables[shard] ?? "";
    try {
      for await (const sample of readTableSamples(source, { ...this.shelf, object }, signal)) {
        if (begins.length >= MAX_ROWS) throw new FormatFault("too_large", "the table has too many rows", sample.begin);
        begins.push(sample.begin);
        this.learn(sample);
      }
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      this.faults.set(shard, { code: "truncated", message: `${object}: ${error.message}`, shard });
    }
    const packed = Float64Array.from(begins);
    this.tools.passes.set(name, packed, packed.length * ROW_BYTES);
    return packed;
  }

  /** A CSV row is meaningless without the header, so CSV tables are read from the start. */
  async sample(reading: Reading, shard: number, index: number): Promise<FolderSample> {
    const begins = await this.begins(reading, shard);
    const object = this.shelf.tables[shard] ?? "";
    const begin = begins[index] ?? 0;
    const isLines = !/\.(csv|tsv)$/i.test(object);
    const end = begins[index + 1] ?? this.shelf.bytesOf.get(object) ?? begin + 1;
    const table = { ...this.shelf, object, ...(isLines && { range: { begin, end } }) };
    for await (const sample of readTableSamples(reading.source, table, reading.signal))
      if (sample.begin === begin) return sample;
    throw new FormatFault("missing", `${object} no longer has row ${index}`);
  }

  learn({ values, media }: FolderSample): void {
    if (this.columns.size > 200) return;
    if (media !== null) this.columns.set("media", mediaTypeOfName(media) ?? "file");
    for (const [name, value] of values) if (!this.columns.has(name)) this.columns.set(name, typeOf(value));
  }
}

const typeOf = (value: unknown): string => {
  if (value instanceof Float32Array) return "vector";
  return typeof value === "object" && value !== null ? "json" : typeof value;
};

const mediaCell = (media: string, sizeBytes: number): RowCell => {
  const contentType = mediaTypeOfName(media) ?? "application/octet-stream";
  return {
    name: "media",
    encoding: contentType,
    begin: 0,
    end: sizeBytes,
    value: viewMedia(contentType),
    stored: { object: media, begin: 0, end: sizeBytes },
  };
};

const toRow = async (
  { key, begin, end, values, media, fault }: FolderSample,
  source: ByteSource,
  shelf: FolderObjects,
): Promise<Row> => {
  const cells: RowCell[] = [...values].map(([name, value]) => ({
    name,
    encoding: typeOf(value),
    begin: 0,
    end: 0,
    value: viewPlain(value),
  }));
  const bytes = media === null ? undefined : (shelf.bytesOf.get(media) ?? (await source.size(media)));
  if (media !== null && bytes !== undefined) cells.push(mediaCell(media, bytes));
  else if (fault !== null) cells.push({ name: "media", encoding: "file", begin: 0, end: 0, value: viewFault(fault) });
  return { key, begin, end, cells };
};

const shelve = (objects: readonly StoredObject[], input: FolderInput | undefined): FolderObjects => {
  const keys = objects.map(({ key }) => key);
  const { tables, records, media } = planFolder(keys, input?.layout ?? "plain");
  const known = new Set(keys);
  const [first = ""] = keys;
  return {
    root: input?.folder ?? first.slice(0, first.lastIndexOf("/") + 1),
    // For files named one by one there is no listing of their neighbours.
    has: input ? (object) => known.has(object) : undefined,
    bytesOf: new Map(objects.map(({ key, bytes }) => [key, bytes])),
    tables,
    singles: records.length > 0 ? records : media,
    isRecords: records.length > 0,
  };
};

const tableOf = (shelf: FolderObjects, listed: readonly StoredObject[]): ShardTable => {
  if (shelf.tables.length > 0)
    return tableOfFiles(shelf.tables.map((object) => ({ bytes: shelf.bytesOf.get(object) ?? 0 })));
  const table = new ShardTable(1);
  const bytes = listed.reduce((sum, object) => sum + object.bytes, 0);
  table.storedBytesOf[0] = bytes;
  table.rawBytesOf[0] = bytes;
  return table;
};

/** Tables whose rows name clips, one JSON file per clip, or clips only. */
export const openFolderSet = async (
  bucketReader: BucketReader,
  objects: readonly StoredObject[],
  { tools, before }: OpenContext,
  input?: FolderInput,
): Promise<ShardSet> => {
  const tag = tagOfFiles(objects);
  if (before?.tag === tag) {
    before.resume();
    return before;
  }
  const shelf = shelve(objects, input);
  const table = tableOf(shelf, objects);
  const rows = new TableRows(shelf, tools);
  const isTables = shelf.tables.length > 0;
  const count = async (shard: number, signal: AbortSignal): Promise<number> =>
    isTables ? (await rows.begins({ source: bucketReader, signal }, shard)).length : shelf.singles.length;
  const counting = startCounting(table, count);
  const read = (reading: Reading, shard: number, index: number): Promise<FolderSample> =>
    isTables ? rows.sample(reading, shard, index) : readSingle(shelf, reading, index);
  const columns = (): SetColumn[] => [...rows.columns].map(([name, encoding]) => ({ name, encoding, size: null }));
  const set = createRowSet({
    format: "folder",
    tag,
    table,
    counting,
    columns,
    weightBytes: weighFiles(objects),
    warnings: () => [...rows.faults.values()],
    objectOf: (shard) => (isTables ? (shelf.tables[shard] ?? "") : (shelf.singles[0] ?? "")),
    readRow: async (reading, at) => {
      const sample = await read(reading, at.shard, at.indexInShard);
      rows.learn(sample);
      return toRow(sample, reading.source, shelf);
    },
    verifyShard: (reading, shard, how) =>
      verifyFolderShard({ shelf, shard, first: table.firstSample(shard), readSingle }, reading, how),
  });
  await waitForCount(counting, table);
  return set;
};

const readSingle = async (shelf: FolderObjects, { source, signal }: Reading, index: number): Promise<FolderSample> => {
  const object = shelf.singles[index];
  if (object === undefined) throw new FormatFault("missing", `there is no file ${index}`);
  if (shelf.isRecords) return readRecordSample(source, { ...shelf, object }, signal);
  return mediaSample(object, shelf.root, shelf.bytesOf.get(object) ?? 0);
};
