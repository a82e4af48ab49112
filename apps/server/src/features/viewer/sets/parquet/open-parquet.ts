import { randomUUID } from "node:crypto";
import { FormatFault } from "@dailies/formats/format-fault";
import type { ParquetCell } from "@dailies/formats/parquet/convert-cell";
import type { ParquetFile } from "@dailies/formats/parquet/parse-footer";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { sniffMedia } from "@dailies/formats/sniff-media";
import type { BucketReader, StoredObject } from "../../../storage/index.ts";
import { sayBytes } from "../../say-bytes.ts";
import { startCounting, waitForCount } from "../count-shards.ts";
import { baseName, isAbsent, tableOfFiles, tagOfFiles, weighFiles } from "../listed-files.ts";
import { createRowSet, type Row, type RowCell } from "../row-set.ts";
import type { OpenContext, SetTools } from "../set-tools.ts";
import type { Reading, SetColumn, SetWarning, ShardSet } from "../shard-set.ts";
import type { SamplePosition } from "../shard-table.ts";
import { viewPlain } from "../view-cell.ts";
import { viewBytes, viewFault, viewMedia } from "../view-value.ts";
import { verifyParquetFile } from "./verify-parquet.ts";

/** A value is read with its whole column chunk: larger chunks are not read. */
const MAX_CHUNK_BYTES = 32 * 1024 ** 2;
const HEAD_BYTES = 192;
const CELL_BYTES = 64;
const FOOTER_BYTES = 4_000;
const MAX_COLUMNS = 1_000;

type Cells = ReadonlyMap<string, readonly ParquetCell[]>;

class ParquetFiles {
  readonly columns: SetColumn[] = [];
  readonly faults = new Map<number, SetWarning>();
  private readonly id = randomUUID();
  private readonly shards: readonly StoredObject[];
  private readonly tools: SetTools;

  constructor(shards: readonly StoredObject[], tools: SetTools) {
    this.shards = shards;
    this.tools = tools;
  }

  async footer(reading: Pick<Reading, "source" | "signal">, shard: number): Promise<ParquetFile> {
    const name = `${this.id}/${shard}`;
    const kept = this.tools.passes.get(name) as ParquetFile | undefined;
    if (kept) return kept;
    const file = await readParquetFooter(reading.source, this.shards[shard]?.key ?? "", reading.signal);
    this.tools.passes.set(name, file, FOOTER_BYTES + file.groups.length * file.columns.length * CELL_BYTES);
    this.learn(file);
    return file;
  }

  /** Files may differ in their columns: the set has all of them. */
  private learn({ columns }: ParquetFile): void {
    for (const { name, encoding } of columns)
      if (this.columns.length < MAX_COLUMNS && !this.columns.some((known) => known.name === name))
        this.columns.push({ name, encoding, size: null });
  }

  /** A broken file counts as empty and is reported. */
  async count(reading: Pick<Reading, "source" | "signal">, shard: number): Promise<number> {
    const object = this.shards[shard];
    try {
      if (!object || isAbsent(object)) throw new FormatFault("missing", "it was not found");
      return (await this.footer(reading, shard)).rows;
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      const code = error.kind === "missing" ? "missing_file" : "truncated";
      if (this.faults.size < 20)
        this.faults.set(shard, { code, message: `${baseName(object?.key ?? "")}: ${error.message}`, shard });
      return 0;
    }
  }

  async cells(reading: Reading, file: ParquetFile, group: number, column: string): Promise<readonly ParquetCell[]> {
    const name = `${this.id}/${file.object}/${group}/${column}`;
    const kept = this.tools.passes.get(name) as readonly ParquetCell[] | undefined;
    if (kept) {
      reading.meter.noteHit();
      return kept;
    }
    const read: Cells = await readParquetRows(
      reading.source,
      file,
      group,
      [column],
      this.tools.inflate,
      reading.signal,
    );
    const cells = read.get(column) ?? [];
    this.tools.passes.set(name, cells, weigh(cells));
    return cells;
  }
}

const weighCell = (cell: ParquetCell): number => {
  if (typeof cell === "string") return cell.length * 2;
  if (cell instanceof Float32Array) return cell.byteLength;
  return typeof cell === "object" && cell !== null && "text" in cell ? cell.text.length * 2 : 0;
};

const weigh = (cells: readonly ParquetCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + CELL_BYTES + weighCell(cell), 0);

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

const readCell = async (
  files: ParquetFiles,
  reading: Reading,
  file: ParquetFile,
  { group, row, at }: { readonly group: number; readonly row: number; readonly at: number },
): Promise<RowCell> => {
  const { name = "", encoding = "" } = file.columns[at] ?? {};
  const chunk = file.groups[group]?.chunks[at];
  const named = { name, encoding, begin: 0, end: 0 };
  const chunkBytes = (chunk?.end ?? 0) - (chunk?.begin ?? 0);
  if (chunkBytes > MAX_CHUNK_BYTES)
    return { ...named, value: viewBytes(`${sayBytes(chunkBytes)} would be read for this one value`) };
  try {
    const cell = (await files.cells(reading, file, group, name))[row] ?? null;
    if (typeof cell === "object" && cell !== null && "kind" in cell && cell.kind === "binary")
      return await viewBinary(reading, file.object, { name, encoding }, cell);
    return { ...named, value: viewPlain(cell) };
  } catch (error) {
    if (error instanceof FormatFault) return { ...named, value: viewFault(error.message) };
    throw error;
  }
};

const readRow = async (
  files: ParquetFiles,
  reading: Reading,
  position: SamplePosition,
  column?: string,
): Promise<Row> => {
  const file = await files.footer(reading, position.shard);
  const group = file.groups.findLast(({ firstRow }) => firstRow <= position.indexInShard);
  if (!group) throw new FormatFault("missing", `the file has no row ${position.indexInShard}`);
  const row = position.indexInShard - group.firstRow;
  const cells: RowCell[] = [];
  for (const [at, { name }] of file.columns.entries())
    if (column === undefined || column === name)
      cells.push(await readCell(files, reading, file, { group: group.index, row, at }));
  const begin = Math.min(...group.chunks.map((chunk) => chunk.begin));
  return { key: `${position.shard}:${position.indexInShard}`, begin, end: begin + group.bytes, cells };
};

/** Parquet files in the given order: each is a shard, each row a sample. */
export const openParquetSet = async (
  bucketReader: BucketReader,
  shards: readonly StoredObject[],
  { tools, before }: OpenContext,
): Promise<ShardSet> => {
  const tag = tagOfFiles(shards);
  if (before?.tag === tag) {
    before.resume();
    return before;
  }
  const table = tableOfFiles(shards);
  const files = new ParquetFiles(shards, tools);
  const counting = startCounting(table, (shard, signal) => files.count({ source: bucketReader, signal }, shard));
  const set = createRowSet({
    format: "Parquet",
    tag,
    table,
    counting,
    weightBytes: weighFiles(shards),
    columns: () => files.columns,
    warnings: () => [...files.faults.values()],
    objectOf: (shard) => shards[shard]?.key ?? "",
    readRow: (reading, at, column) => readRow(files, reading, at, column),
    verifyShard: (reading, shard, input) =>
      verifyParquetFile(
        { object: shards[shard]?.key ?? "", shard, first: table.firstSample(shard), tools },
        reading,
        input,
      ),
  });
  await waitForCount(counting, table);
  return set;
};
