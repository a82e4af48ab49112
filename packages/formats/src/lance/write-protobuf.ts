import { joinBytes } from "../join-bytes.ts";

const VARINT = 0;
const BYTES = 2;
const NOTHING = new Uint8Array(0);
const utf8 = new TextEncoder();

const varintOf = (value: number): number[] => {
  const bytes: number[] = [];
  // Negative numbers are encoded as 64 bits.
  if (value < 0) {
    let long = BigInt.asUintN(64, BigInt(value));
    for (; long > 0x7fn; long >>= 7n) bytes.push(Number(long & 0x7fn) | 0x80);
    return [...bytes, Number(long)];
  }
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
};

const tagOf = (id: number, wire: number): number[] => varintOf(id * 8 + wire);

/** The field even if it is 0. */
export const presentNumber = (id: number, value: number): Uint8Array =>
  Uint8Array.from([...tagOf(id, VARINT), ...varintOf(value)]);

/** Readers take a missing number for 0. */
export const numberField = (id: number, value: number): Uint8Array =>
  value === 0 ? NOTHING : presentNumber(id, value);

/** A field of bytes, also of a message within the message. */
export const bytesField = (id: number, ...pieces: readonly Uint8Array[]): Uint8Array => {
  const length = pieces.reduce((total, piece) => total + piece.length, 0);
  return joinBytes([Uint8Array.from([...tagOf(id, BYTES), ...varintOf(length)]), ...pieces]);
};

export const textField = (id: number, text: string): Uint8Array => bytesField(id, utf8.encode(text));

/** Several numbers as one field. */
export const packedField = (id: number, values: readonly number[]): Uint8Array =>
  values.length === 0 ? NOTHING : bytesField(id, Uint8Array.from(values.flatMap(varintOf)));
