import { FormatFault } from "@dailies/formats/format-fault";
import { sniffMedia } from "@dailies/formats/sniff-media";
import type { BucketReader, StoredObject } from "../../../storage/index.ts";
import { sayBytes } from "../../say-bytes.ts";
import { startCounting, waitForCount } from "../count-shards.ts";
import { tableOfFiles, tagOfFiles, weighFiles } from "../listed-files.ts";
import { createRowSet, type Row, type RowCell } from "../row-set.ts";
import type { OpenContext } from "../set-tools.ts";
import type { Reading, ShardSet } from "../shard-set.ts";
import type { SamplePosition } from "../shard-table.ts";
import { viewPlain } from "../view-cell.ts";
import { viewBytes, viewFault, viewMedia } from "../view-value.ts";
import { type ParquetRowCell, parquetCalls } from "./parquet-calls.ts";
import { ParquetFiles } from "./parquet-files.ts";
import { verifyParquetFile } from "./verify-parquet.ts";

const HEAD_BYTES = 192;
const viewBinary = async (
  { source, signal }: Reading,
  object: string,
  named: Pick<RowCell, "name" | "encoding">,
  { bytes, offset }: { readonly bytes: number; readonly offset: number | null },
): Promise<RowCell> => {
  if (offset === null)
    return { ...named, begin: 0, end: 0, value: viewBytes(`${sayBytes(bytes)}, packed together with others`) };
  const [begin, end] = [offset, offset + bytes];
  const media = sniffMedia(await source.read(object, begin, Math.min(end, begin + HEAD_BYTES), signal));
  const value = media === null ? viewBytes() : viewMedia(media);
  return { ...named, begin, end, value, stored: { object, begin, end } };
};

const viewCell = async (
  reading: Reading,
  object: string,
  { name, encoding, found }: ParquetRowCell,
): Promise<RowCell> => {
  const named = { name, encoding, begin: 0, end: 0 };
  if ("chunkBytes" in found)
    return { ...named, value: viewBytes(`${sayBytes(found.chunkBytes)} would be read for this one value`) };
  if ("fault" in found) return { ...named, value: viewFault(found.fault) };
  const { cell } = found;
  if (typeof cell !== "object" || cell === null || !("kind" in cell) || cell.kind !== "binary")
    return { ...named, value: viewPlain(cell) };
  try {
    return await viewBinary(reading, object, { name, encoding }, cell);
  } catch (error) {
    if (error instanceof FormatFault) return { ...named, value: viewFault(error.message) };
    throw error;
  }
};

const readRow = async (
  files: ParquetFiles,
  reading: Reading,
  { shard, indexInShard }: SamplePosition,
  column?: string,
): Promise<Row> => {
  const row = await files.ask(reading, shard, (share, file) =>
    share.call(parquetCalls.readRow, { ...file, row: indexInShard, column }, reading.signal),
  );
  for (let hit = 0; hit < row.hits; hit += 1) reading.meter.noteHit();
  const cells: RowCell[] = [];
  for (const cell of row.cells) cells.push(await viewCell(reading, files.objectOf(shard), cell));
  return { key: `${shard}:${indexInShard}`, begin: row.begin, end: row.end, cells };
};

/** Parquet files in the given order: each is a shard, each row a sample. */
export const openParquetSet = async (
  bucketReader: BucketReader,
  shards: readonly StoredObject[],
  { before }: OpenContext,
): Promise<ShardSet> => {
  const tag = tagOfFiles(shards);
  if (before?.tag === tag) {
    before.resume();
    return before;
  }
  const table = tableOfFiles(shards);
  const files = new ParquetFiles(bucketReader, shards);
  const counting = startCounting(table, (shard, signal) => files.count({ source: bucketReader, signal }, shard));
  const set = createRowSet({
    format: "Parquet",
    tag,
    table,
    counting,
    weightBytes: weighFiles(shards),
    columns: () => files.columns,
    warnings: () => [...files.faults.values()],
    objectOf: (shard) => files.objectOf(shard),
    readRow: (reading, at, column) => readRow(files, reading, at, column),
    verifyShard: (reading, shard, input) =>
      verifyParquetFile(files, reading, { shard, first: table.firstSample(shard), ...input }),
  });
  await waitForCount(counting, table);
  return set;
};
