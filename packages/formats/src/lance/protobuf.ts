import { FormatFault } from "../format-fault.ts";

/** One field of a message: a number or a byte slice. */
export interface ProtoField {
  readonly id: number;
  /** Value of a varint or fixed number; 0 for bytes. */
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
}

const text = new TextDecoder("utf-8");
const broken = (at: number): FormatFault => new FormatFault("malformed", "the Lance manifest is invalid", at);

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const readVarint = (cursor: Cursor): number => {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw broken(cursor.at);
    cursor.at += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw broken(cursor.at);
};

const take = (cursor: Cursor, length: number): Uint8Array => {
  if (cursor.at + length > cursor.bytes.length) throw broken(cursor.at);
  cursor.at += length;
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
};

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

const readValue = (cursor: Cursor, wire: number): Omit<ProtoField, "id"> => {
  if (wire === VARINT) return { number: readVarint(cursor), bytes: undefined };
  if (wire === BYTES) return { number: 0, bytes: take(cursor, readVarint(cursor)) };
  if (wire !== FIXED_64 && wire !== FIXED_32) throw broken(cursor.at);
  const bytes = take(cursor, wire === FIXED_64 ? 8 : 4);
  return { number: bytes.reduceRight((value, byte) => value * 256 + byte, 0), bytes: undefined };
};

/** The fields of a message in order. Each field takes at least two bytes, so their number is bounded by the message size. */
export function* readMessage(bytes: Uint8Array): Generator<ProtoField> {
  const cursor: Cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const tag = readVarint(cursor);
    const id = Math.floor(tag / 8);
    if (id < 1 || id > 536_870_911) throw broken(cursor.at);
    yield { id, ...readValue(cursor, tag % 8) };
  }
}

export const textOf = ({ bytes }: ProtoField): string => (bytes === undefined ? "" : text.decode(bytes));

/** Numbers are encoded as 64 bits; those we read must be exact. */
export const countOf = ({ number }: ProtoField): number => {
  if (!Number.isSafeInteger(number))
    throw new FormatFault("malformed", "the Lance manifest contains an out-of-range number");
  return number;
};

/** Negative numbers are encoded as 64 bits; callers only need the sign. */
export const signedOf = ({ number }: ProtoField): number => (number >= 2 ** 63 ? -1 : number);
