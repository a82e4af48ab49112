import type { RawValue } from "./page-values.ts";
import type { ParquetLeaf } from "./parquet-schema.ts";

export interface BinaryCell {
  readonly kind: "binary";
  readonly bytes: number;
  /** Offset in the object if the bytes are stored uncompressed, so that a range read can fetch them. */
  readonly offset: number | null;
}
export interface JsonCell {
  readonly kind: "json";
  readonly text: string;
}
export type ScalarCell = string | number | boolean | BinaryCell | JsonCell;
export type ParquetCell = ScalarCell | Float32Array | null;

const text = new TextDecoder("utf-8");
const JULIAN_1970 = 2_440_588n;
const DAY_NS = 86_400_000_000_000n;
/** The range of a JavaScript date. */
const MOST_MS = 8_640_000_000_000_000;

/** Beyond 2^53 a number would be rounded, so it is returned as digits. */
const exact = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();

const moment = (milliseconds: number): string | number =>
  Math.abs(milliseconds) <= MOST_MS ? new Date(milliseconds).toISOString() : milliseconds;

const bigOf = (raw: RawValue): bigint => {
  if (typeof raw === "bigint") return raw;
  if (typeof raw === "number") return BigInt(Math.trunc(raw));
  if (typeof raw === "boolean") return raw ? 1n : 0n;
  const digits = raw.subarray(0, 64).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(Math.max(8, Math.min(64, raw.length) * 8), digits);
};

const int96Moment = (bytes: Uint8Array): string | number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nanoseconds = (BigInt(view.getInt32(8, true)) - JULIAN_1970) * DAY_NS + view.getBigInt64(0, true);
  return moment(Number(nanoseconds / 1_000_000n));
};

const halfFloat = (bytes: Uint8Array): number => {
  const bits = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  const sign = bits >> 15 === 1 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

const uuid = (bytes: Uint8Array): string => {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};

const clock = (raw: RawValue, leaf: ParquetLeaf): string => {
  const perSecond = leaf.type === "INT32" ? 1_000 : 1_000_000;
  const seconds = Number(bigOf(raw)) / perSecond;
  return Number.isFinite(seconds) && seconds >= 0 && seconds < 86_400
    ? new Date(seconds * 1_000).toISOString().slice(11, 23)
    : String(raw);
};

const MS_PER: Readonly<Record<string, number>> = {
  date: 86_400_000,
  millis: 1,
  micros: 1 / 1_000,
  nanos: 1 / 1_000_000,
};

const convertBytes = (raw: Uint8Array, leaf: ParquetLeaf, offset: number | null): ScalarCell => {
  if (leaf.type === "INT96") return int96Moment(raw);
  if (leaf.meaning === "text") return text.decode(raw);
  if (leaf.meaning === "json") return { kind: "json", text: text.decode(raw) };
  if (leaf.meaning === "decimal") return Number(bigOf(raw)) / 10 ** leaf.scale;
  if (leaf.meaning === "float16" && raw.length === 2) return halfFloat(raw);
  if (leaf.meaning === "uuid" && raw.length === 16) return uuid(raw);
  return { kind: "binary", bytes: raw.length, offset };
};

const unsigned = (raw: RawValue, leaf: ParquetLeaf): number | string =>
  exact(BigInt.asUintN(leaf.type === "INT32" ? 32 : 64, bigOf(raw)));

/** Converts a stored value to its logical type. `offset` is the position of its bytes in the object, or null. */
export const convertCell = (raw: RawValue, leaf: ParquetLeaf, offset: number | null): ScalarCell => {
  if (raw instanceof Uint8Array) return convertBytes(raw, leaf, offset);
  if (typeof raw === "boolean") return raw;
  const perMs = MS_PER[leaf.meaning];
  if (perMs !== undefined) return moment(Number(raw) * perMs);
  if (leaf.meaning === "decimal") return Number(raw) / 10 ** leaf.scale;
  if (leaf.meaning === "time") return clock(raw, leaf);
  if (leaf.meaning === "unsigned") return unsigned(raw, leaf);
  return typeof raw === "bigint" ? exact(raw) : raw;
};
