import { FormatFault } from "../format-fault.ts";

const broken = (at: number): FormatFault =>
  new FormatFault("malformed", "a delta-encoded page of the Parquet file is invalid", at);

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const readVarint = (cursor: Cursor): bigint => {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw broken(cursor.at);
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw broken(cursor.at);
};
const readZigzag = (cursor: Cursor): bigint => {
  const value = readVarint(cursor);
  return (value >> 1n) ^ -(value & 1n);
};

/** One number of up to 64 bits, least significant bit first. */
const readBits = (bytes: Uint8Array, bit: number, width: number): bigint => {
  let [value, got, at] = [0n, 0, bit];
  while (got < width) {
    const shift = at & 7;
    const take = Math.min(8 - shift, width - got);
    value |= BigInt(((bytes[at >> 3] ?? 0) >> shift) & ((1 << take) - 1)) << BigInt(got);
    got += take;
    at += take;
  }
  return value;
};

interface Shape {
  readonly perMiniblock: number;
  readonly miniblocks: number;
}

const readShape = (cursor: Cursor): Shape => {
  const [block, miniblocks] = [Number(readVarint(cursor)), Number(readVarint(cursor))];
  const perMiniblock = block / miniblocks;
  const isSound = block > 0 && block <= 65_536 && miniblocks > 0 && miniblocks <= 512 && perMiniblock % 8 === 0;
  if (!isSound) throw broken(cursor.at);
  return { perMiniblock, miniblocks };
};

const readBlock = (
  cursor: Cursor,
  { perMiniblock, miniblocks }: Shape,
  output: BigInt64Array,
  from: number,
): number => {
  const minDelta = readZigzag(cursor);
  const widths = cursor.bytes.subarray(cursor.at, cursor.at + miniblocks);
  if (widths.length < miniblocks) throw broken(cursor.at);
  cursor.at += miniblocks;
  let place = from;
  for (const width of widths) {
    if (place >= output.length) break;
    if (width > 64) throw broken(cursor.at);
    const count = Math.min(perMiniblock, output.length - place);
    if (cursor.at + Math.ceil((count * width) / 8) > cursor.bytes.length) throw broken(cursor.at);
    for (let entry = 0; entry < count; entry += 1) {
      const delta = width === 0 ? 0n : readBits(cursor.bytes, cursor.at * 8 + entry * width, width);
      output[place] = (output[place - 1] ?? 0n) + minDelta + delta;
      place += 1;
    }
    cursor.at += (perMiniblock * width) / 8;
  }
  return place;
};

/** DELTA_BINARY_PACKED. Returns its end offset, because strings follow their lengths. */
export const readDeltas = (bytes: Uint8Array, at: number, count: number): { values: BigInt64Array; end: number } => {
  const cursor: Cursor = { bytes, at };
  const shape = readShape(cursor);
  const told = readVarint(cursor);
  if (told !== BigInt(count)) throw broken(cursor.at);
  const output = new BigInt64Array(count);
  const first = readZigzag(cursor);
  if (count === 0) return { values: output, end: cursor.at };
  output[0] = first;
  let filled = 1;
  while (filled < count) filled = readBlock(cursor, shape, output, filled);
  return { values: output, end: Math.min(cursor.at, bytes.length) };
};

const readLengths = (bytes: Uint8Array, at: number, count: number): { lengths: number[]; end: number } => {
  const { values, end } = readDeltas(bytes, at, count);
  const lengths = Array.from(values, Number);
  if (lengths.some((length) => length < 0 || length > bytes.length * 256)) throw broken(at);
  return { lengths, end };
};

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
export const readDeltaLengths = (bytes: Uint8Array, at: number, count: number): Uint8Array[] => {
  const { lengths, end } = readLengths(bytes, at, count);
  let from = end;
  return lengths.map((length) => {
    if (from + length > bytes.length) throw broken(from);
    from += length;
    return bytes.subarray(from - length, from);
  });
};

const MOST_JOINED_BYTES = 32 * 1_048_576;

/** DELTA_BYTE_ARRAY: values share prefixes with the previous one, so few bytes can expand to many. */
export const readDeltaStrings = (bytes: Uint8Array, at: number, count: number): Uint8Array[] => {
  const prefixes = readLengths(bytes, at, count);
  const suffixes = readDeltaLengths(bytes, prefixes.end, count);
  let joined = 0;
  let before: Uint8Array = new Uint8Array(0);
  return suffixes.map((suffix, place) => {
    const shared = prefixes.lengths[place] ?? 0;
    if (shared > before.length) throw broken(at);
    joined += shared + suffix.length;
    if (joined > MOST_JOINED_BYTES)
      throw new FormatFault("too_large", "a page of the Parquet file is larger than 32 MiB", at);
    const value = new Uint8Array(shared + suffix.length);
    value.set(before.subarray(0, shared));
    value.set(suffix, shared);
    before = value;
    return value;
  });
};
