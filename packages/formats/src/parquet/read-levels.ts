import { FormatFault } from "../format-fault.ts";

const cut = (at: number): FormatFault => new FormatFault("truncated", "a page of the Parquet file is truncated", at);

interface BitCursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
}

const readVarint = (cursor: BitCursor): number => {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = cursor.at < cursor.end ? cursor.bytes[cursor.at] : undefined;
    if (byte === undefined) throw cut(cursor.at);
    cursor.at += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw new FormatFault("malformed", "a run of the Parquet file is invalid", cursor.at);
};

const readRepeated = (cursor: BitCursor, width: number): number => {
  const bytes = Math.ceil(width / 8);
  if (cursor.at + bytes > cursor.end) throw cut(cursor.at);
  let value = 0;
  for (let place = 0; place < bytes; place += 1) value += (cursor.bytes[cursor.at + place] ?? 0) * 2 ** (8 * place);
  cursor.at += bytes;
  return value;
};

const unpackWide = (
  bytes: Uint8Array,
  at: number,
  width: number,
  output: Uint32Array,
  from: number,
  to: number,
): void => {
  let bit = at * 8;
  for (let place = from; place < to; place += 1) {
    let value = 0;
    for (let got = 0; got < width; ) {
      const shift = bit & 7;
      const take = Math.min(8 - shift, width - got);
      value += (((bytes[bit >> 3] ?? 0) >> shift) & ((1 << take) - 1)) * 2 ** got;
      got += take;
      bit += take;
    }
    output[place] = value;
  }
};

/** A 32-bit register holds a 24-bit number and the rest of a byte. */
const MOST_NARROW_BITS = 24;

/** Bit-packed numbers of `width` bits, least significant bit first. */
const unpackBits = (
  bytes: Uint8Array,
  at: number,
  width: number,
  output: Uint32Array,
  from: number,
  to: number,
): void => {
  if (width > MOST_NARROW_BITS) {
    unpackWide(bytes, at, width, output, from, to);
    return;
  }
  const mask = 2 ** width - 1;
  let [held, bits, next] = [0, 0, at];
  for (let place = from; place < to; place += 1) {
    while (bits < width) {
      held |= (bytes[next] ?? 0) << bits;
      next += 1;
      bits += 8;
    }
    output[place] = held & mask;
    held >>>= width;
    bits -= width;
  }
};

/** Groups of eight; the last group of a page may be truncated. */
const readPacked = (cursor: BitCursor, groups: number, width: number, output: Uint32Array, from: number): number => {
  const count = Math.min(groups * 8, output.length - from);
  if (cursor.at + Math.ceil((count * width) / 8) > cursor.end) throw cut(cursor.at);
  unpackBits(cursor.bytes, cursor.at, width, output, from, from + count);
  cursor.at = Math.min(cursor.end, cursor.at + groups * width);
  return count;
};

/** The RLE/bit-packing hybrid encoding of levels and dictionary indexes: exactly `count` numbers of `width` bits. */
export const readRuns = (bytes: Uint8Array, begin: number, end: number, width: number, count: number): Uint32Array => {
  const output = new Uint32Array(count);
  if (width === 0) return output;
  if (width > 32 || end > bytes.length)
    throw new FormatFault("malformed", "a run of the Parquet file is invalid", begin);
  const cursor: BitCursor = { bytes, at: begin, end };
  let filled = 0;
  while (filled < count) {
    const head = readVarint(cursor);
    const length = Math.floor(head / 2);
    if (head % 2 === 1) filled += readPacked(cursor, length, width, output, filled);
    else {
      const value = readRepeated(cursor, width);
      const to = Math.min(count, filled + length);
      output.fill(value, filled, to);
      filled = to;
    }
  }
  return output;
};

export const bitWidthOf = (most: number): number => 32 - Math.clz32(most);
