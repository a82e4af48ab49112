import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { ParquetCell } from "@dailies/formats/parquet/convert-cell";
import type { ParquetFile } from "@dailies/formats/parquet/parse-footer";
import { SNIFF_BYTES, sniffMedia } from "@dailies/formats/sniff-media";
import { captionOf } from "../../rows/name-columns.ts";
import type { Cell, SampleRow } from "../source.ts";

type Columns = ReadonlyMap<string, readonly ParquetCell[]>;

interface ClipColumn {
  readonly name: string;
  readonly type: string;
}

/** Finds the column whose bytes are clips or images, by its first value with a byte range in the file. */
export const findClipColumn = async (
  source: ByteSource,
  { object, columns }: ParquetFile,
  cells: Columns,
  signal: AbortSignal,
): Promise<ClipColumn | undefined> => {
  for (const { name, type } of columns) {
    if (type !== "binary") continue;
    const first = cells.get(name)?.find(isStored);
    if (!first) continue;
    const end = first.offset + Math.min(first.bytes, SNIFF_BYTES);
    const found = sniffMedia(await readHead(source, object, first.offset, end, signal));
    if (found !== null) return { name, type: found };
  }
  return undefined;
};

type StoredBytes = { readonly kind: "binary"; readonly bytes: number; readonly offset: number };

const isStored = (cell: ParquetCell): cell is StoredBytes =>
  typeof cell === "object" && cell !== null && "offset" in cell && cell.offset !== null && cell.bytes > 0;

const readHead = async (source: ByteSource, object: string, begin: number, end: number, signal: AbortSignal) => {
  try {
    return await source.read(object, begin, end, signal);
  } catch (error) {
    if (error instanceof FormatFault) return new Uint8Array(0);
    throw error;
  }
};

const toCell = (cell: ParquetCell | undefined, isTime: boolean, isClip: boolean): Cell => {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === "string" && isTime) {
    const ms = Date.parse(cell);
    return Number.isNaN(ms) ? cell : { kind: "time", ms };
  }
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (typeof cell === "object" && "kind" in cell && cell.kind === "binary") {
    return { kind: isClip ? "media" : "binary", bytes: cell.bytes };
  }
  return cell as Cell;
};

export const parquetRow = (
  { object, columns }: ParquetFile,
  cells: Columns,
  row: number,
  clip: ClipColumn | undefined,
): Pick<SampleRow, "values" | "caption" | "media"> => {
  const values = new Map<string, Cell>();
  for (const { name, type } of columns) {
    values.set(name, toCell(cells.get(name)?.[row], type === "time", name === clip?.name));
  }
  const stored = clip && cells.get(clip.name)?.[row];
  const media =
    stored !== undefined && isStored(stored)
      ? { object, offset: stored.offset, bytes: stored.bytes, type: clip?.type }
      : undefined;
  return { values, caption: captionOf(values), media };
};
