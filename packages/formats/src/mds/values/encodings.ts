import { ARRAY_TYPES, type ArrayType } from "./array-types.ts";

const SCALARS = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"] as const;
const FLOATS = ["float16", "float32", "float64"] as const;
const PLAIN = ["bytes", "str", "str_int", "str_float", "str_decimal", "json", "pil", "jpeg", "png", "pkl"] as const;
const LIST_ITEMS = ["pil", "jpeg", "png"] as const;
export type ImageKind = (typeof LIST_ITEMS)[number];

export type MdsEncoding =
  | { readonly family: (typeof PLAIN)[number] }
  | { readonly family: "integer"; readonly type: (typeof SCALARS)[number] }
  | { readonly family: "float"; readonly type: (typeof FLOATS)[number] }
  | { readonly family: "array"; readonly type: ArrayType | null; readonly shape: readonly number[] | null }
  | { readonly family: "jpeg_array" }
  | { readonly family: "list"; readonly item: ImageKind }
  | { readonly family: "unknown" };

const UNKNOWN: MdsEncoding = { family: "unknown" };
const MAX_DIMENSIONS = 63;
const DIMENSION = /^[1-9]\d{0,15}$/;

const parseShape = (text: string): readonly number[] | undefined => {
  const dimensions = text.split(",");
  return dimensions.length <= MAX_DIMENSIONS && dimensions.every((one) => DIMENSION.test(one))
    ? dimensions.map(Number)
    : undefined;
};

const parseArray = (detail: string | undefined): MdsEncoding => {
  if (detail === undefined) return { family: "array", type: null, shape: null };
  const [name, dimensions, ...more] = detail.split(":");
  const type = ARRAY_TYPES.find((known) => known === name);
  const shape = dimensions === undefined ? null : parseShape(dimensions);
  if (type === undefined || shape === undefined || more.length > 0) return UNKNOWN;
  return { family: "array", type, shape };
};

const parseByName = (name: string): MdsEncoding => {
  const family = PLAIN.find((known) => known === name);
  if (family !== undefined) return { family };
  const integer = SCALARS.find((known) => known === (name === "int" ? "int64" : name));
  if (integer !== undefined) return { family: "integer", type: integer };
  const float = FLOATS.find((known) => known === name);
  if (float !== undefined) return { family: "float", type: float };
  if (name === "jpeg_array" || name === "jpegarray") return { family: "jpeg_array" };
  const item = LIST_ITEMS.find((known) => name === `list[${known}]`);
  return item === undefined ? UNKNOWN : { family: "list", item };
};

/** Parses a column's encoding. An unknown encoding is reported as unknown, never guessed. */
export const parseEncoding = (encoding: string): MdsEncoding => {
  const colon = encoding.indexOf(":");
  const name = colon < 0 ? encoding : encoding.slice(0, colon);
  const detail = colon < 0 ? undefined : encoding.slice(colon + 1);
  if (name === "ndarray") return parseArray(detail);
  if (detail === undefined) return parseByName(name);
  return name === "jpeg" && /^\d{1,3}$/.test(detail) ? { family: "jpeg" } : UNKNOWN;
};
