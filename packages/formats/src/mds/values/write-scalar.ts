import { FormatFault } from "../../format-fault.ts";
import { type ArrayType, typeBytes } from "./array-types.ts";

const toHalf = (value: number): number => {
  const [word = 0] = new Uint32Array(Float32Array.of(value).buffer);
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fff_ffff;
  if (magnitude > 0x7f80_0000) return sign | 0x7e00;
  if (magnitude >= 0x4780_0000) return sign | 0x7c00;
  if (magnitude >= 0x3880_0000) return sign | roundShift(magnitude - 0x3800_0000, 13);
  return magnitude < 0x3300_0000
    ? sign
    : sign | roundShift((magnitude & 0x7f_ffff) | 0x80_0000, 126 - (magnitude >>> 23));
};

/** Rounds half to even. */
const roundShift = (value: number, bits: number): number => {
  const [kept, lost, half] = [value >>> bits, value & (2 ** bits - 1), 2 ** (bits - 1)];
  return lost > half || (lost === half && kept % 2 === 1) ? kept + 1 : kept;
};

type Put = (view: DataView, at: number, value: number | bigint) => void;

const PUTS: Readonly<Record<ArrayType, Put>> = {
  uint8: (view, at, value) => view.setUint8(at, Number(value)),
  int8: (view, at, value) => view.setInt8(at, Number(value)),
  uint16: (view, at, value) => view.setUint16(at, Number(value), true),
  int16: (view, at, value) => view.setInt16(at, Number(value), true),
  float16: (view, at, value) => view.setUint16(at, toHalf(Number(value)), true),
  uint32: (view, at, value) => view.setUint32(at, Number(value), true),
  int32: (view, at, value) => view.setInt32(at, Number(value), true),
  float32: (view, at, value) => view.setFloat32(at, Number(value), true),
  uint64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  int64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  float64: (view, at, value) => view.setFloat64(at, Number(value), true),
};

/** Encodes values like numpy. */
export const writeScalars = (type: ArrayType, values: ArrayLike<number | bigint>): Uint8Array => {
  const [width, put, isInteger] = [typeBytes(type), PUTS[type], type.includes("int")];
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? 0;
    if (isInteger && typeof value !== "bigint" && !Number.isSafeInteger(value))
      throw new FormatFault("malformed", `${value} is not a whole number`);
    put(view, place * width, value);
  }
  return new Uint8Array(view.buffer);
};

export const writeScalar = (type: ArrayType, value: number | bigint): Uint8Array => writeScalars(type, [value]);
