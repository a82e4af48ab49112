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

/** Encodes one value like numpy. */
export const writeScalar = (type: ArrayType, value: number | bigint): Uint8Array => {
  const view = new DataView(new ArrayBuffer(typeBytes(type)));
  if (type.includes("int") && !Number.isSafeInteger(Number(value)) && typeof value !== "bigint") {
    throw new FormatFault("malformed", `${value} is not a whole number`);
  }
  const writers: Record<ArrayType, () => void> = {
    uint8: () => view.setUint8(0, Number(value)),
    int8: () => view.setInt8(0, Number(value)),
    uint16: () => view.setUint16(0, Number(value), true),
    int16: () => view.setInt16(0, Number(value), true),
    float16: () => view.setUint16(0, toHalf(Number(value)), true),
    uint32: () => view.setUint32(0, Number(value), true),
    int32: () => view.setInt32(0, Number(value), true),
    float32: () => view.setFloat32(0, Number(value), true),
    uint64: () => view.setBigUint64(0, BigInt(value), true),
    int64: () => view.setBigInt64(0, BigInt(value), true),
    float64: () => view.setFloat64(0, Number(value), true),
  };
  writers[type]();
  return new Uint8Array(view.buffer);
};
