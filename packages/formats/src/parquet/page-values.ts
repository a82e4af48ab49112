import { FormatFault } from "../format-fault.ts";
import type { ParquetLeaf, PhysicalType } from "./parquet-schema.ts";
import { readDeltaLengths, readDeltaStrings, readDeltas } from "./read-deltas.ts";
import { readRuns } from "./read-levels.ts";

/** As stored, before its logical type applies. INT96 stays twelve bytes. */
export type RawValue = number | bigint | boolean | Uint8Array;

const PLAIN = 0;
const PLAIN_DICTIONARY = 2;
const RLE = 3;
const DELTA_BINARY = 5;
const DELTA_LENGTH = 6;
const DELTA_STRINGS = 7;
const RLE_DICTIONARY = 8;
const SPLIT = 9;

const cut = (at: number): FormatFault => new FormatFault("truncated", "a page of the Parquet file is truncated", at);
const WIDTHS: Readonly<Partial<Record<PhysicalType, number>>> = { INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8 };

const widthOf = (leaf: ParquetLeaf): number => {
  const width = leaf.type === "FIXED_LEN_BYTE_ARRAY" ? leaf.typeLength : WIDTHS[leaf.type];
  if (width === undefined || width === 0)
    throw new FormatFault("malformed", "a column of the Parquet file has values of size zero");
  return width;
};

/** One reader per type, so that the type is not checked again for each value. */
const readerOf = (view: DataView, leaf: ParquetLeaf, width: number): ((at: number) => RawValue) => {
  if (leaf.type === "INT32") return (at) => view.getInt32(at, true);
  if (leaf.type === "INT64") return (at) => view.getBigInt64(at, true);
  if (leaf.type === "FLOAT") return (at) => view.getFloat32(at, true);
  if (leaf.type === "DOUBLE") return (at) => view.getFloat64(at, true);
  return (at) => new Uint8Array(view.buffer, view.byteOffset + at, width);
};

const readPlainArrays = (bytes: Uint8Array, begin: number, count: number): Uint8Array[] => {
  if (begin + count * 4 > bytes.length) throw cut(begin);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: Uint8Array[] = [];
  let at = begin;
  for (let place = 0; place < count; place += 1) {
    if (at + 4 > bytes.length) throw cut(at);
    const end = at + 4 + view.getUint32(at, true);
    if (end > bytes.length) throw cut(at);
    values.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return values;
};

const readFixed = (bytes: Uint8Array, begin: number, count: number, leaf: ParquetLeaf): RawValue[] => {
  const width = widthOf(leaf);
  if (begin + count * width > bytes.length) throw cut(begin);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: RawValue[] = [];
  const read = readerOf(view, leaf, width);
  for (let place = 0; place < count; place += 1) values.push(read(begin + place * width));
  return values;
};

const readBooleans = (bytes: Uint8Array, begin: number, count: number): boolean[] => {
  if (begin + Math.ceil(count / 8) > bytes.length) throw cut(begin);
  return Array.from({ length: count }, (_, place) => (((bytes[begin + (place >> 3)] ?? 0) >> (place & 7)) & 1) === 1);
};

export const readPlain = (bytes: Uint8Array, begin: number, count: number, leaf: ParquetLeaf): RawValue[] => {
  if (leaf.type === "BOOLEAN") return readBooleans(bytes, begin, count);
  return leaf.type === "BYTE_ARRAY" ? readPlainArrays(bytes, begin, count) : readFixed(bytes, begin, count, leaf);
};

/** BYTE_STREAM_SPLIT: the first bytes of all values, then the second ones, and so on. */
const readSplit = (bytes: Uint8Array, begin: number, count: number, leaf: ParquetLeaf): RawValue[] => {
  const width = widthOf(leaf);
  if (begin + count * width > bytes.length) throw cut(begin);
  const joined = new Uint8Array(count * width);
  for (let stream = 0; stream < width; stream += 1)
    for (let place = 0; place < count; place += 1)
      joined[place * width + stream] = bytes[begin + stream * count + place] ?? 0;
  return readFixed(joined, 0, count, leaf);
};

export const isIndexed = (encoding: number): boolean => encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY;

/** Dictionary-encoded values. */
export const readIndexed = <T>(
  bytes: Uint8Array,
  begin: number,
  count: number,
  dictionary: readonly T[] | undefined,
): T[] => {
  if (dictionary === undefined)
    throw new FormatFault("malformed", "a page of the Parquet file has no dictionary", begin);
  if (count === 0) return [];
  const width = bytes[begin];
  if (width === undefined) throw cut(begin);
  const places = readRuns(bytes, begin + 1, bytes.length, width, count);
  return Array.from(places, (place) => {
    const value = dictionary[place];
    if (value === undefined)
      throw new FormatFault("malformed", "a page of the Parquet file points outside its dictionary", begin);
    return value;
  });
};

/** In v1 pages, boolean runs start with their length, as levels do. */
const readBooleanRuns = (bytes: Uint8Array, begin: number, count: number): boolean[] => {
  if (begin + 4 > bytes.length) throw cut(begin);
  return Array.from(readRuns(bytes, begin + 4, bytes.length, 1, count), (bit) => bit === 1);
};

const narrow = (values: BigInt64Array, leaf: ParquetLeaf): RawValue[] =>
  leaf.type === "INT32" ? Array.from(values, (value) => Number(BigInt.asIntN(32, value))) : Array.from(values);

/** `count` values from `begin` on, in any encoding except dictionary encoding. */
export const readValues = (
  bytes: Uint8Array,
  begin: number,
  count: number,
  encoding: number,
  leaf: ParquetLeaf,
): RawValue[] => {
  if (encoding === PLAIN) return readPlain(bytes, begin, count, leaf);
  if (encoding === RLE && leaf.type === "BOOLEAN") return readBooleanRuns(bytes, begin, count);
  if (encoding === DELTA_BINARY && (leaf.type === "INT32" || leaf.type === "INT64"))
    return narrow(readDeltas(bytes, begin, count).values, leaf);
  if (encoding === DELTA_LENGTH && leaf.type === "BYTE_ARRAY") return readDeltaLengths(bytes, begin, count);
  if (encoding === DELTA_STRINGS && leaf.type.endsWith("BYTE_ARRAY")) return readDeltaStrings(bytes, begin, count);
  if (encoding === SPLIT) return readSplit(bytes, begin, count, leaf);
  throw new FormatFault("unsupported", `Parquet encoding ${encoding} is not supported`, begin);
};
