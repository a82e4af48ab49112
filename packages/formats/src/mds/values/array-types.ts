export const ARRAY_TYPES = [
  "uint8",
  "int8",
  "uint16",
  "int16",
  "float16",
  "uint32",
  "int32",
  "float32",
  "uint64",
  "int64",
  "float64",
] as const;
export type ArrayType = (typeof ARRAY_TYPES)[number];

export type ArrayValues =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array;

export const TYPE_CODES: ReadonlyMap<number, ArrayType> = new Map([
  [8, "uint8"],
  [9, "int8"],
  [16, "uint16"],
  [17, "int16"],
  [18, "float16"],
  [32, "uint32"],
  [33, "int32"],
  [34, "float32"],
  [64, "uint64"],
  [65, "int64"],
  [66, "float64"],
]);

export const typeBytes = (type: ArrayType): number => Number(/\d+/.exec(type)?.[0]) / 8;

const SMALLEST_NORMAL_EXPONENT = -14;
const FRACTION_STEPS = 1024;

/** A 16-bit half-precision float. */
export const readHalf = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** SMALLEST_NORMAL_EXPONENT * (fraction / FRACTION_STEPS);
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / FRACTION_STEPS);
};

/** Decodes numpy's little-endian values, the byte order of every machine we run on. Half floats become floats. */
export const readValues = (type: ArrayType, bytes: Uint8Array): ArrayValues => {
  // Copied by constructor: a Node Buffer is a Uint8Array whose slice does not copy.
  const { buffer } = new Uint8Array(bytes);
  switch (type) {
    case "uint8":
      return new Uint8Array(buffer);
    case "int8":
      return new Int8Array(buffer);
    case "uint16":
      return new Uint16Array(buffer);
    case "int16":
      return new Int16Array(buffer);
    case "float16":
      return Float32Array.from(new Uint16Array(buffer), readHalf);
    case "uint32":
      return new Uint32Array(buffer);
    case "int32":
      return new Int32Array(buffer);
    case "float32":
      return new Float32Array(buffer);
    case "uint64":
      return new BigUint64Array(buffer);
    case "int64":
      return new BigInt64Array(buffer);
    default:
      return new Float64Array(buffer);
  }
};
