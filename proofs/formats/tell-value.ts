import type { MdsValue } from "@dailies/formats/mds/values/mds-value";
import type { PythonValue } from "./golden-sets.ts";

const WHOLE = /^-?\d+$/;
const ODD: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
};

/** Whole numbers as bigint and others as number, whichever way either side held them. */
const untellNumber = (text: string): number | bigint => {
  if (WHOLE.test(text)) return BigInt(text);
  const value = ODD[text] ?? Number(text);
  return Number.isInteger(value) ? BigInt(value) : value;
};

const sameNumber = (value: number | bigint): number | bigint =>
  typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** Converts a value written by the script to the form of decoded values. */
export const untell = (held: PythonValue): unknown => {
  if ("plain" in held) return held.plain;
  if ("number" in held) return untellNumber(held.number);
  if ("list" in held) return held.list.map(untell);
  if ("dict" in held) return Object.fromEntries(held.dict.map(([key, value]) => [key, untell(value)]));
  if ("array" in held) return { ...held, values: held.values.map(({ number }) => untellNumber(number)) };
  return held;
};

const tellJson = (value: unknown): unknown => {
  if (typeof value === "number" || typeof value === "bigint") return sameNumber(value);
  if (Array.isArray(value)) return value.map(tellJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tellJson(member)]));
};

/** Converts a decoded value to the same form. */
export const tellValue = (value: MdsValue): unknown => {
  switch (value.kind) {
    case "bytes":
      return { bytes: base64(value.bytes) };
    case "text":
      return value.text;
    case "integer":
    case "float":
      return sameNumber(value.value);
    case "decimal":
      return { decimal: value.text };
    case "json":
      return tellJson(value.value);
    case "image":
      return { image: base64(value.bytes) };
    case "pixels":
      return { pixels: base64(value.bytes), width: value.width, height: value.height, mode: value.mode };
    case "images":
      return value.items.map(tellValue);
    case "array": {
      const values = Array.from(value.values as Iterable<number | bigint>, sameNumber);
      return { array: value.type, shape: value.shape, values };
    }
    case "pickle":
      return { pickle: value.sizeBytes };
    default:
      return { unknown: value.encoding };
  }
};
