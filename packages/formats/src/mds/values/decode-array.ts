import { FormatFault } from "../../format-fault.ts";
import { type ArrayType, readValues, TYPE_CODES, typeBytes } from "./array-types.ts";
import type { ArrayValue } from "./mds-value.ts";

const refuse = (message: string): never => {
  throw new FormatFault("malformed", message);
};

const readDimension = (view: DataView, at: number, width: number): number => {
  if (width === 1) return view.getUint8(at);
  if (width === 2) return view.getUint16(at, true);
  return width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
};

/** One byte encodes the number of dimensions and the width of each. */
const readShape = (view: DataView, at: number): { shape: number[]; end: number } => {
  if (at >= view.byteLength) return refuse("the array has no shape");
  const head = view.getUint8(at);
  const [count, width] = [head >> 2, 2 ** (head & 3)];
  const end = at + 1 + count * width;
  if (end > view.byteLength) return refuse("the array is truncated within its shape");
  const shape = Array.from({ length: count }, (_, place) => readDimension(view, at + 1 + place * width, width));
  return { shape, end };
};

const readType = (view: DataView): ArrayType => {
  const code = view.byteLength > 0 ? view.getUint8(0) : undefined;
  return TYPE_CODES.get(code ?? 0) ?? refuse(`unknown array type ${code}`);
};

/** A numpy array; its type and shape are in the bytes unless the encoding fixes them. */
export const decodeArray = (
  bytes: Uint8Array,
  known: { readonly type: ArrayType | null; readonly shape: readonly number[] | null },
): ArrayValue => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = known.type ?? readType(view);
  const start = known.type === null ? 1 : 0;
  const { shape, end } = known.shape === null ? readShape(view, start) : { shape: known.shape, end: start };
  const count = shape.reduce((product, dimension) => product * dimension, 1);
  if (count * typeBytes(type) !== bytes.length - end) {
    return refuse(`an array of shape ${shape.join(" × ")} does not fit into ${bytes.length - end} bytes`);
  }
  return { kind: "array", type, shape, values: readValues(type, bytes.subarray(end)) };
};
