import { joinBytes } from "../join-bytes.ts";
import { type ProtoField, readMessage, textOf } from "../lance/protobuf.ts";

type Cell = Uint8Array | bigint | number | boolean | readonly number[] | null;

interface Column {
  readonly name: string;
  readonly logical: string;
}

interface ReadPage {
  readonly rows: number;
  readonly encoding: Uint8Array;
  readonly buffers: readonly Uint8Array[];
}

const fieldsOf = (bytes: Uint8Array, id: number): readonly ProtoField[] =>
  [...readMessage(bytes)].filter((field) => field.id === id);
const numberOf = (bytes: Uint8Array, id: number): number => fieldsOf(bytes, id)[0]?.number ?? 0;
const messageOf = (bytes: Uint8Array, id: number): Uint8Array | undefined => fieldsOf(bytes, id)[0]?.bytes;
const presentOf = (bytes: Uint8Array, id: number): Uint8Array => {
  const found = messageOf(bytes, id);
  if (found === undefined) throw new Error(`a message has no field ${id}`);
  return found;
};

/** Packed numbers are read as fields of their own. */
const packedOf = (bytes: Uint8Array, id: number): readonly number[] => {
  const packed = messageOf(bytes, id) ?? new Uint8Array(0);
  const numbers: number[] = [];
  for (let at = 0; at < packed.length; ) {
    const end = packed.findIndex((byte, place) => place >= at && byte < 0x80) + 1;
    for (const { number } of readMessage(joinBytes([Uint8Array.of(8), packed.subarray(at, end)]))) numbers.push(number);
    at = end;
  }
  return numbers;
};

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
const bitOf = (bytes: Uint8Array, row: number): boolean => (((bytes[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;

const fixedCell = (values: Uint8Array, { logical }: Column, row: number): Cell => {
  if (logical === "bool") return bitOf(values, row);
  if (logical === "double") return viewOf(values).getFloat64(8 * row, true);
  const dimensions = Number(/^fixed_size_list:float:(\d+)$/.exec(logical)?.[1] ?? 0);
  if (dimensions === 0) return viewOf(values).getBigInt64(8 * row, true);
  return Array.from({ length: dimensions }, (_, at) => viewOf(values).getFloat32(4 * (dimensions * row + at), true));
};

const variableCells = ({ rows, buffers: [ends, bytes] }: ReadPage, adjustment: number): Cell[] => {
  let begin = 0;
  return Array.from({ length: rows }, (_, row) => {
    const stored = Number(viewOf(ends ?? new Uint8Array(0)).getBigUint64(8 * row, true));
    const end = stored % adjustment;
    const cell = stored >= adjustment ? null : (bytes?.subarray(begin, end) ?? null);
    begin = end;
    return cell;
  });
};

const cellsOf = (page: ReadPage, column: Column): Cell[] => {
  const variable = messageOf(page.encoding, 6);
  if (variable !== undefined) return variableCells(page, numberOf(variable, 3));
  const hasNulls = messageOf(presentOf(page.encoding, 2), 2) !== undefined;
  const [validity, values] = hasNulls ? page.buffers : [undefined, page.buffers[0]];
  return Array.from({ length: page.rows }, (_, row) => {
    if (validity && !bitOf(validity, row)) return null;
    return fixedCell(values ?? new Uint8Array(0), column, row);
  });
};

const readPage = (file: Uint8Array, message: Uint8Array): ReadPage => {
  const sizes = packedOf(message, 2);
  const any = presentOf(presentOf(presentOf(message, 4), 2), 1);
  return {
    rows: numberOf(message, 3),
    encoding: presentOf(any, 2),
    buffers: packedOf(message, 1).map((offset, at) => file.subarray(offset, offset + (sizes[at] ?? 0))),
  };
};

const rangeAt = (file: Uint8Array, at: number): Uint8Array => {
  const [offset, length] = [0, 8].map((more) => Number(viewOf(file).getBigUint64(at + more, true)));
  return file.subarray(offset, (offset ?? 0) + (length ?? 0));
};

/** The values of a data file that `lanceShardFormat` wrote, row by row, and the number of pages of each column. */
export const readLanceFile = (file: Uint8Array): { readonly rows: Cell[][]; readonly pages: number[] } => {
  const footer = viewOf(file.subarray(-40));
  const [columnTable, bufferTable] = [8, 16].map((at) => Number(footer.getBigUint64(at, true)));
  const schema = rangeAt(file, bufferTable ?? 0);
  const columns = fieldsOf(presentOf(schema, 1), 1).map(({ bytes = new Uint8Array(0) }): Column => {
    const [name, logical] = [2, 5].map((id) => fieldsOf(bytes, id).map(textOf)[0] ?? "");
    return { name: name ?? "", logical: logical ?? "" };
  });
  const read = columns.map((column, place) => {
    const metadata = rangeAt(file, (columnTable ?? 0) + 16 * place);
    const pages = fieldsOf(metadata, 2).map(({ bytes = new Uint8Array(0) }) => readPage(file, bytes));
    return { cells: pages.flatMap((page) => cellsOf(page, column)), pages: pages.length };
  });
  const rows = Array.from({ length: numberOf(schema, 2) }, (_, row) => read.map(({ cells }) => cells[row] ?? null));
  return { rows, pages: read.map(({ pages }) => pages) };
};
