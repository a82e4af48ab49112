import { FormatFault } from "../../format-fault.ts";
import { sniffMedia } from "../../sniff-media.ts";
import type { SampleColumn } from "../shards/sample-columns.ts";
import { readValues, typeBytes } from "./array-types.ts";
import { decodeArray } from "./decode-array.ts";
import { decodeImage, decodeImages } from "./decode-image.ts";
import { decodeDecimalText, decodeFloatText, decodeIntegerText, decodeJson } from "./decode-text.ts";
import { type MdsEncoding, parseEncoding } from "./encodings.ts";
import type { MdsValue } from "./mds-value.ts";
import { decodeUtf8, parseText } from "./parse-text.ts";

const readScalar = (
  { family, type }: Extract<MdsEncoding, { type: string; family: "integer" | "float" }>,
  bytes: Uint8Array,
): MdsValue => {
  if (bytes.length !== typeBytes(type)) throw new FormatFault("malformed", `a ${type} value has ${bytes.length} bytes`);
  const [value = 0] = readValues(type, bytes);
  return family === "float" ? { kind: "float", value: Number(value) } : { kind: "integer", value };
};

/** Decodes a value. Bytes that do not match their encoding are refused. */
export const decodeValue = (encoding: string, bytes: Uint8Array): MdsValue => {
  const known = parseEncoding(encoding);
  switch (known.family) {
    case "bytes":
      return { kind: "bytes", bytes, mediaType: sniffMedia(bytes) };
    case "str":
      return { kind: "text", text: decodeUtf8(bytes) };
    case "integer":
    case "float":
      return readScalar(known, bytes);
    case "str_int":
      return decodeIntegerText(bytes);
    case "str_float":
      return decodeFloatText(bytes);
    case "str_decimal":
      return decodeDecimalText(bytes);
    case "json":
      return decodeJson(bytes);
    case "pil":
    case "jpeg":
    case "png":
      return decodeImage(known.family, bytes);
    case "jpeg_array":
      return { kind: "images", items: decodeImages("jpeg", bytes, 0) };
    case "list":
      // The first word is reserved by the writer.
      return { kind: "images", items: decodeImages(known.item, bytes, Uint32Array.BYTES_PER_ELEMENT) };
    case "array":
      return decodeArray(bytes, known);
    case "pkl":
      return { kind: "pickle", sizeBytes: bytes.length };
    default:
      return { kind: "unknown", encoding, sizeBytes: bytes.length };
  }
};

const decodeMember = (encoding: string, bytes: Uint8Array): MdsValue => {
  const value = parseText(bytes);
  if (encoding === "str" && typeof value === "string") return { kind: "text", text: value };
  if (encoding === "float" && typeof value === "number") return { kind: "float", value };
  if (encoding === "int" && (typeof value === "bigint" || Number.isSafeInteger(value))) {
    return { kind: "integer", value: BigInt(value as number | bigint) };
  }
  return { kind: "json", text: decodeUtf8(bytes), value };
};

const decodeField = (encoding: string, bytes: Uint8Array): MdsValue => {
  if (encoding === "int") return decodeIntegerText(bytes);
  if (encoding === "float") return decodeFloatText(bytes);
  return encoding === "str"
    ? { kind: "text", text: decodeUtf8(bytes) }
    : { kind: "unknown", encoding, sizeBytes: bytes.length };
};

const DECODERS = { mds: decodeValue, json: decodeMember, xsv: decodeField } as const;

/** Values described only by their size need no bytes. */
const measure = ({ encoding, begin, end }: SampleColumn): MdsValue => {
  const { family } = parseEncoding(encoding);
  if (family === "pkl") return { kind: "pickle", sizeBytes: end - begin };
  if (family === "unknown") return { kind: "unknown", encoding, sizeBytes: end - begin };
  throw new FormatFault("too_large", `a value of ${end - begin} bytes is too large to read`, begin);
};

export const decodeColumn = (column: SampleColumn): MdsValue =>
  column.bytes === undefined ? measure(column) : DECODERS[column.form](column.encoding, column.bytes);
