import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { ParquetCell } from "@dailies/formats/parquet/convert-cell";
import type { ParquetFile, RowGroup } from "@dailies/formats/parquet/parse-footer";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { LruByteCache } from "../../../../platform/concurrency/lru-byte-cache.ts";
import type { Answers } from "../../../../platform/processes/calls.ts";
import { inflate } from "../../../../platform/sandbox/inflate.ts";
import { openSharedSource } from "../../../../platform/shared-files/open-shared-source.ts";
import { FaultList } from "../../verify/verdict.ts";
import { type FoundFaults, MAX_COLUMNS, type ParquetRowCell, type parquetCalls } from "./parquet-calls.ts";

/** A value is read with its whole column chunk: larger chunks are not read. */
const MAX_CHUNK_BYTES = 32 * 1024 ** 2;
const CELL_BYTES = 64;
const FOOTER_BYTES = 4_000;
const KEPT_BYTES = 96 * 1024 ** 2;

interface Asked {
  readonly setId: string;
  readonly object: string;
  readonly source: ByteSource;
  readonly signal: AbortSignal;
}

/** Footers and columns that were read last. */
class ParquetCache {
  private readonly kept = new LruByteCache<object>(KEPT_BYTES);

  async footer({ setId, object, source, signal }: Asked): Promise<ParquetFile> {
    const name = `${setId}/${object}`;
    const kept = this.kept.get(name) as ParquetFile | undefined;
    if (kept) return kept;
    const file = await readParquetFooter(source, object, signal);
    this.kept.set(name, file, FOOTER_BYTES + file.groups.length * file.columns.length * CELL_BYTES);
    return file;
  }

  async cells(
    { setId, source, signal }: Asked,
    file: ParquetFile,
    group: number,
    column: string,
  ): Promise<{ readonly cells: readonly ParquetCell[]; readonly isHit: boolean }> {
    const name = `${setId}/${file.object}/${group}/${column}`;
    const kept = this.kept.get(name) as readonly ParquetCell[] | undefined;
    if (kept) return { cells: kept, isHit: true };
    const read = await readParquetRows(source, file, group, [column], inflate, signal);
    const cells = read.get(column) ?? [];
    this.kept.set(name, cells, weigh(cells));
    return { cells, isHit: false };
  }
}

const weighCell = (cell: ParquetCell): number => {
  if (typeof cell === "string") return cell.length * 2;
  if (cell instanceof Float32Array) return cell.byteLength;
  return typeof cell === "object" && cell !== null && "text" in cell ? cell.text.length * 2 : 0;
};

const weigh = (cells: readonly ParquetCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + CELL_BYTES + weighCell(cell), 0);

interface CellPosition {
  readonly group: RowGroup;
  /** Of the column. */
  readonly at: number;
  /** In the group. */
  readonly row: number;
}

const readCell = async (
  cache: ParquetCache,
  asked: Asked,
  file: ParquetFile,
  { group, at, row }: CellPosition,
): Promise<{ readonly cell: ParquetRowCell; readonly isHit: boolean }> => {
  const { name = "", encoding = "" } = file.columns[at] ?? {};
  const { begin = 0, end = 0 } = group.chunks[at] ?? {};
  if (end - begin > MAX_CHUNK_BYTES)
    return { cell: { name, encoding, found: { chunkBytes: end - begin } }, isHit: false };
  const read = await orFault(() => cache.cells(asked, file, group.index, name));
  if (read instanceof FormatFault) return { cell: { name, encoding, found: { fault: read.message } }, isHit: false };
  return { cell: { name, encoding, found: { cell: read.cells[row] ?? null } }, isHit: read.isHit };
};

/** Answers in the query process, where a hostile file can do no more than end it. */
export const openParquetAnswers = (): Answers<typeof parquetCalls> => {
  const cache = new ParquetCache();
  return {
    summarise: async ({ files, setId, object }, signal) => {
      const { rows, columns } = await cache.footer({ setId, object, source: openSharedSource(files), signal });
      return { rows, columns: columns.slice(0, MAX_COLUMNS).map(({ name, encoding }) => ({ name, encoding })) };
    },
    readRow: async ({ files, setId, object, row, column }, signal) => {
      const asked = { setId, object, source: openSharedSource(files), signal };
      const file = await cache.footer(asked);
      const group = file.groups.findLast(({ firstRow }) => firstRow <= row);
      if (!group) throw new FormatFault("missing", `the file has no row ${row}`);
      const wanted = [...file.columns.entries()].filter(([, { name }]) => column === undefined || column === name);
      const cells: ParquetRowCell[] = [];
      let hits = 0;
      for (const [at] of wanted) {
        const { cell, isHit } = await readCell(cache, asked, file, { group, at, row: row - group.firstRow });
        hits += Number(isHit);
        cells.push(cell);
      }
      const begin = Math.min(...group.chunks.map((chunk) => chunk.begin));
      return { begin, end: begin + group.bytes, hits, cells };
    },
    verify: async ({ files, object, decodesSamples, first }, signal) => {
      const source = openSharedSource(files);
      const faults = new FaultList(0);
      const file = await orFault(() => readParquetFooter(source, object, signal));
      const isTruncated = file instanceof FormatFault && file.kind === "truncated";
      if (file instanceof FormatFault) faults.add({ kind: isTruncated ? "size" : "offsets", message: file.message });
      else if (decodesSamples) await decodeAll(source, file, { first, faults, signal });
      return toFound(faults, isTruncated);
    },
  };
};

const toFound = (list: FaultList, isTruncated: boolean): FoundFaults => {
  const { faults, faultsTotal: total } = list.toVerdict(0);
  return { faults: faults.map(({ shard: _, ...fault }) => fault), total, isTruncated };
};

const decodeAll = async (
  source: ByteSource,
  file: ParquetFile,
  { first, faults, signal }: { readonly first: number; readonly faults: FaultList; readonly signal: AbortSignal },
): Promise<void> => {
  for (const group of file.groups) {
    const sample = first + group.firstRow;
    const lastGoodSample = sample > 0 ? sample - 1 : null;
    for (const { name } of file.columns) {
      const read = await orFault(() => readParquetRows(source, file, group.index, [name], inflate, signal));
      if (!(read instanceof FormatFault)) continue;
      faults.add({ kind: "decode", message: `column ${name}: ${read.message}`, sample, lastGoodSample });
    }
  }
};

const orFault = async <T>(read: () => Promise<T>): Promise<T | FormatFault> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatFault) return error;
    throw error;
  }
};
