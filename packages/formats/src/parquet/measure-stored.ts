import type { ByteWindow } from "../byte-window.ts";
import { FormatFault } from "../format-fault.ts";
import type { RowAssembler } from "./assemble-rows.ts";
import type { BinaryCell } from "./convert-cell.ts";
import type { PageHeader } from "./page-header.ts";
import type { ParquetColumn } from "./parquet-schema.ts";
import { bitWidthOf, readRuns } from "./read-levels.ts";

const MOST_LEVEL_BYTES = 8 * 1_048_576;

interface Measured {
  readonly definitions: Uint32Array | undefined;
  readonly begin: number;
}

const readDefinitions = async (
  window: ByteWindow,
  column: ParquetColumn,
  header: PageHeader,
  at: number,
): Promise<Measured> => {
  const most = column.leaf.maxDefinition;
  const isSecond = header.kind === "data_v2";
  const from = isSecond ? at + header.repetitionBytes : at + 4;
  if (most === 0) return { definitions: undefined, begin: isSecond ? from + header.definitionBytes : at };
  const head = isSecond ? undefined : await window.take(at, 4);
  const length = head ? new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true) : header.definitionBytes;
  if (length > MOST_LEVEL_BYTES || from + length > at + header.storedBytes)
    throw new FormatFault("malformed", "a page of the Parquet file is invalid", at);
  const bytes = await window.take(from, length);
  return { definitions: readRuns(bytes, 0, length, bitWidthOf(most), header.values), begin: from + length };
};

/** Lengths of byte arrays, reading only the length prefixes: a row group of clips is measured without reading the clips. */
export const measureStored = async (
  window: ByteWindow,
  column: ParquetColumn,
  header: PageHeader,
  at: number,
  assembler: RowAssembler,
): Promise<void> => {
  const { definitions, begin } = await readDefinitions(window, column, header, at);
  const end = at + header.storedBytes;
  const most = column.leaf.maxDefinition;
  const count = definitions ? definitions.reduce((sum, level) => sum + Number(level === most), 0) : header.values;
  const cells: BinaryCell[] = [];
  let from = begin;
  for (let place = 0; place < count; place += 1) {
    if (from + 4 > end) throw new FormatFault("truncated", "a page of the Parquet file is truncated", from);
    const word = await window.take(from, 4);
    const bytes = new DataView(word.buffer, word.byteOffset, 4).getUint32(0, true);
    cells.push({ kind: "binary", bytes, offset: from + 4 });
    from += 4 + bytes;
    if (from > end) throw new FormatFault("truncated", "a page of the Parquet file is truncated", from);
  }
  assembler.addPage(undefined, definitions, cells, header.values);
};
