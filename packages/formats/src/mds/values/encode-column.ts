import { FormatFault } from "../../format-fault.ts";
import { joinBytes } from "../../join-bytes.ts";
import { writePythonJson } from "../../python-json.ts";
import { typeBytes } from "./array-types.ts";
import { encodeArray } from "./encode-array.ts";
import { type MdsEncoding, parseEncoding } from "./encodings.ts";
import type { ArrayValue, PixelsValue } from "./mds-value.ts";
import { words } from "./words.ts";
import { writeScalar } from "./write-scalar.ts";

const encodePixels = ({ width, height, mode, bytes }: Omit<PixelsValue, "kind">): Uint8Array => {
  const name = new TextEncoder().encode(mode);
  return joinBytes([words([width, height, name.length]), name, bytes]);
};

/** Count and sizes first, then the images; a list begins with a reserved word. */
const encodeImages = (
  family: "list" | "jpeg_array",
  images: readonly (Uint8Array | Omit<PixelsValue, "kind">)[],
): Uint8Array => {
  const items = images.map((image) => (image instanceof Uint8Array ? image : encodePixels(image)));
  const head = words([items.length, ...items.map(({ length }) => length)]);
  return joinBytes([...(family === "list" ? [words([0])] : []), head, ...items]);
};

/** Bytes are accepted for any encoding, as in the original writer. */
export type MdsInput =
  | Uint8Array
  | string
  | number
  | bigint
  | Omit<ArrayValue, "kind">
  | Omit<PixelsValue, "kind">
  | { readonly images: readonly (Uint8Array | Omit<PixelsValue, "kind">)[] }
  | { readonly json: unknown };

const encoder = new TextEncoder();

const refuse = (encoding: string): never => {
  throw new FormatFault("malformed", `the encoding ${encoding.slice(0, 40)} cannot store this value`);
};

const encodeObject = (known: MdsEncoding, value: object): Uint8Array | undefined => {
  if ("json" in value) return known.family === "json" ? encoder.encode(writePythonJson(value.json)) : undefined;
  if ("images" in value) {
    const { images } = value as { images: readonly (Uint8Array | Omit<PixelsValue, "kind">)[] };
    return known.family === "list" || known.family === "jpeg_array" ? encodeImages(known.family, images) : undefined;
  }
  if ("values" in value) return known.family === "array" ? encodeArray(known, value as ArrayValue) : undefined;
  return known.family === "pil" ? encodePixels(value as PixelsValue) : undefined;
};

const TEXT_FAMILIES = ["str", "str_int", "str_float", "str_decimal"];

/** Encodes a value like the original writer. Images in a file format are passed as the bytes of that file. */
export const encodeValue = (encoding: string, value: MdsInput): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  const known = parseEncoding(encoding);
  if (typeof value === "object") return encodeObject(known, value) ?? refuse(encoding);
  if (TEXT_FAMILIES.includes(known.family)) return encoder.encode(String(value));
  if (typeof value === "string" || !(known.family === "integer" || known.family === "float")) return refuse(encoding);
  return writeScalar(known.type, value);
};

/** Size of each value, if the encoding fixes it. */
export const encodedSize = (encoding: string): number | null => {
  const known = parseEncoding(encoding);
  if (known.family === "integer" || known.family === "float") return typeBytes(known.type);
  if (known.family !== "array" || known.type === null || known.shape === null) return null;
  return known.shape.reduce((product, dimension) => product * dimension, typeBytes(known.type));
};
