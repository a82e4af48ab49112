import { FormatFault } from "../../format-fault.ts";
import { joinBytes } from "../../join-bytes.ts";
import { type ArrayType, TYPE_CODES } from "./array-types.ts";
import type { ArrayValue } from "./mds-value.ts";
import { writeScalars } from "./write-scalar.ts";

const WIDTHS = [
  ["uint8", 2 ** 8],
  ["uint16", 2 ** 16],
  ["uint32", 2 ** 32],
  ["uint64", Number.POSITIVE_INFINITY],
] as const;

const encodeShape = (shape: readonly number[]): Uint8Array[] => {
  const largest = Math.max(...shape);
  const code = WIDTHS.findIndex(([, limit]) => largest < limit);
  const type = WIDTHS[code]?.[0] ?? "uint64";
  return [Uint8Array.of((shape.length << 2) | code), writeScalars(type, shape)];
};

/** Type and shape precede the values unless the encoding fixes them. */
export const encodeArray = (
  known: { readonly type: ArrayType | null; readonly shape: readonly number[] | null },
  { type, shape, values }: Omit<ArrayValue, "kind">,
): Uint8Array => {
  const isKnownShape = known.shape === null || known.shape.join() === shape.join();
  const count = shape.reduce((product, dimension) => product * dimension, 1);
  if ((known.type !== null && known.type !== type) || !isKnownShape || count !== values.length || shape.length === 0) {
    throw new FormatFault("malformed", `invalid array of type ${type} and shape ${shape.join(" × ")}`);
  }
  const [code = 0] = [...TYPE_CODES].find(([, one]) => one === type) ?? [];
  return joinBytes([
    ...(known.type === null ? [Uint8Array.of(code)] : []),
    ...(known.shape === null ? encodeShape(shape) : []),
    writeScalars(type, values),
  ]);
};
