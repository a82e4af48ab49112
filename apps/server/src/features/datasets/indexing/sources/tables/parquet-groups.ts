import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { ParquetCell } from "@dailies/formats/parquet/convert-cell";
import type { ParquetFile, RowGroup } from "@dailies/formats/parquet/parse-footer";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { LruByteCache } from "../../../../../platform/concurrency/lru-byte-cache.ts";
import { inflate } from "../../../../../platform/sandbox/inflate.ts";
import { openSharedSource } from "../../../../../platform/shared-files/open-shared-source.ts";
import type { SampleRow } from "../source.ts";
import { findClipColumn, parquetRow } from "./parquet-cells.ts";
import type { AboutParquet, PlannedGroup, ReadRows } from "./source-calls.ts";

const MAX_ROWS = 1_048_576;
/** Repeated values take almost no bytes, so a small file may have many cells, but not arbitrarily many. */
const FREE_CELLS = 16 * 1_048_576;
const CELLS_PER_BYTE = 16;

const ROWS_AT_ONCE = 2_000;

export const planParquet = async ({ files, object }: AboutParquet, signal: AbortSignal): Promise<PlannedGroup[]> => {
  const { groups } = await readParquetFooter(openSharedSource(files), object, signal);
  return groups.map(({ rows, bytes }) => ({ rows, bytes }));
};

/** Of the parts that are read now: each has many groups of few files. */
const footers = new LruByteCache<ParquetFile>(64 * 1024 ** 2);
const FOOTER_BYTES = 4_000;
const CELL_BYTES = 64;

const openFile = async (
  source: ByteSource,
  { files, object }: AboutParquet,
  signal: AbortSignal,
): Promise<ParquetFile> => {
  const name = `${files.bucket}/${object}`;
  const kept = footers.get(name);
  if (kept) return kept;
  const file = await readParquetFooter(source, object, signal);
  footers.set(name, file, FOOTER_BYTES + file.groups.length * file.columns.length * CELL_BYTES);
  return file;
};

/** The samples of a row group, all of whose columns are read first. */
export async function* readParquet(
  { files, object, group: index }: AboutParquet & { readonly group: number },
  signal: AbortSignal,
): AsyncGenerator<ReadRows> {
  const source = openSharedSource(files);
  const file = await openFile(source, { files, object }, signal);
  const encodings = file.columns.map(({ name, encoding }): [string, string] => [name, encoding]);
  const group = file.groups[index];
  if (!group || group.rows === 0) {
    yield { encodings, rows: [] };
    return;
  }
  const refused = refuseClaim(file, group);
  if (refused !== undefined) {
    yield { encodings, rows: [brokenGroup(object, group, refused)] };
    return;
  }
  const { cells, faults } = await readColumns(source, file, index, signal);
  const [broken] = faults;
  if (cells.size === 0 && broken) {
    const why = `none of its columns can be read: ${broken[0]}: ${broken[1]}`;
    yield { encodings, rows: [brokenGroup(object, group, why)] };
    return;
  }
  const clip = await findClipColumn(source, file, cells, signal);
  const fault = broken && `${broken[0]}: ${broken[1]}`;
  for (let begin = 0; begin < group.rows; begin += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, group.rows - begin);
    const rows = Array.from({ length }, (_, at): SampleRow => {
      const made = parquetRow(file, cells, begin + at, clip);
      return { ...made, key: keyOf(object, group.firstRow + begin + at), sampleObject: object, fault };
    });
    yield { encodings, rows };
  }
}

/** Columns that cannot be read are left out, each with its fault. */
const readColumns = async (source: ByteSource, file: ParquetFile, group: number, signal: AbortSignal) => {
  const faults = new Map<string, string>();
  const cells = new Map<string, readonly ParquetCell[]>();
  for (const { name } of file.columns) {
    try {
      const read = await readParquetRows(source, file, group, [name], inflate, signal);
      cells.set(name, read.get(name) ?? []);
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      faults.set(name, error.message);
    }
  }
  return { cells, faults };
};

const keyOf = (key: string, row: number): string => `${key.slice(key.lastIndexOf("/") + 1)}:${row}`;

/** Why the claimed number of rows is impossible or too large. */
const refuseClaim = (file: ParquetFile, { rows, bytes }: RowGroup): string | undefined => {
  if (file.columns.length === 0) return "it has no columns";
  if (rows > MAX_ROWS) return `at most ${MAX_ROWS} of one are read`;
  const mostCells = FREE_CELLS + CELLS_PER_BYTE * Math.min(bytes, file.bytes);
  return rows * file.columns.length > mostCells ? "its bytes cannot hold so many cells" : undefined;
};

/** One row that stands for a whole row group. */
const brokenGroup = (key: string, { index, rows, firstRow }: RowGroup, why: string): SampleRow => ({
  key: keyOf(key, firstRow),
  sampleObject: key,
  values: new Map(),
  fault: `row group ${index} claims ${rows} rows: ${why}`,
});
