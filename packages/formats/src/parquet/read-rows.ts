import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import type { Inflate } from "../inflate.ts";
import type { ParquetCell } from "./convert-cell.ts";
import type { ParquetFile, RowGroup } from "./parse-footer.ts";
import { readColumn } from "./read-column.ts";

const MOST_ROWS = 1_048_576;
const FREE_CELLS = 1_048_576;
const CELLS_PER_BYTE = 16;
const MOST_LISTED = 16_777_216;
const MOST_INFLATED_BYTES = 256 * 1_048_576;
const FREE_INFLATED_BYTES = 16 * 1_048_576;
/** One page may compress extremely well; a whole row group of such pages is a decompression bomb. */
const MOST_RATIO = 100;

const storedBytesOf = ({ chunks }: RowGroup, places: readonly number[]): number =>
  places.reduce((sum, at) => sum + (chunks[at]?.end ?? 0) - (chunks[at]?.begin ?? 0), 0);

/** Empty cells take no bytes, so a small file could claim any number of them. */
const checkCells = ({ rows }: RowGroup, places: readonly number[], storedBytes: number): void => {
  if (rows > MOST_ROWS) throw new FormatFault("too_large", "a row group has more than a million rows");
  if (rows * places.length > FREE_CELLS + CELLS_PER_BYTE * storedBytes)
    throw new FormatFault("too_large", "a row group claims far more cells than its bytes can contain");
};

/** The selected columns of a row group, by name. Bytes are described by size, not returned. */
export const readParquetRows = async (
  source: ByteSource,
  file: ParquetFile,
  groupIndex: number,
  names: readonly string[],
  inflate: Inflate,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly ParquetCell[]>> => {
  const group = file.groups[groupIndex];
  if (group === undefined) throw new FormatFault("missing", `the Parquet file has no row group ${groupIndex}`);
  const places = names.map((name) => file.columns.findIndex((column) => column.name === name));
  const storedBytes = storedBytesOf(group, places);
  checkCells(group, places, storedBytes);
  const bytesLeft = Math.min(MOST_INFLATED_BYTES, FREE_INFLATED_BYTES + MOST_RATIO * storedBytes);
  const budget = { bytesLeft, listedLeft: MOST_LISTED };
  const rows = new Map<string, readonly ParquetCell[]>();
  for (const [wanted, name] of names.entries()) {
    const at = places[wanted] ?? -1;
    const [column, chunk] = [file.columns[at], group.chunks[at]];
    if (column === undefined || chunk === undefined)
      throw new FormatFault("missing", `the Parquet file has no column ${name}`);
    const place = { source, object: file.object, column, chunk, group };
    rows.set(name, await readColumn(place, inflate, budget, signal));
  }
  return rows;
};
