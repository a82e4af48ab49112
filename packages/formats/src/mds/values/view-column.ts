import { FormatFault } from "../../format-fault.ts";
import { sniffMedia } from "../../sniff-media.ts";
import type { SampleColumn } from "../shards/sample-columns.ts";
import { decodeColumn } from "./decode-column.ts";
import type { ArrayValue, MdsValue, PixelsValue } from "./mds-value.ts";
import { viewArray } from "./view-array.ts";

/** A value for display: no bytes, and truncated to a readable length. */
export type ValueView =
  | { kind: "text"; text: string; is_cut: boolean }
  | { kind: "number"; text: string }
  | { kind: "json"; text: string; is_cut: boolean }
  | { kind: "media"; content_type: string }
  | {
      kind: "array";
      dtype: string;
      shape: number[];
      min: number | null;
      max: number | null;
      preview: number[][];
    }
  | { kind: "bytes"; reason: string | null }
  | { kind: "fault"; message: string };

const MAX_TEXT = 100_000;
const MEDIA_ENCODINGS: Readonly<Record<string, string>> = { jpeg: "image/jpeg", png: "image/png" };
const PICKLE: ValueView = { kind: "bytes", reason: "a pickle is never decoded, because it can run code" };

const cut = (text: string): { text: string; is_cut: boolean } => ({
  text: text.slice(0, MAX_TEXT).toWellFormed(),
  is_cut: text.length > MAX_TEXT,
});

const lookAtArray = (value: ArrayValue): ValueView => {
  const { type, shape, min, max, preview } = viewArray(value);
  return { kind: "array", dtype: type, shape: [...shape], min, max, preview: preview.map((row) => [...row]) };
};

const lookAtPixels = ({ width, height, mode, bytes }: PixelsValue): ValueView => {
  const depth = bytes.length / Math.max(1, width * height);
  if (!Number.isInteger(depth) || depth === 0)
    return { kind: "text", ...cut(`${width} × ${height} pixels of mode ${mode}`) };
  const shape = depth === 1 ? [height, width] : [height, width, depth];
  return lookAtArray({ kind: "array", type: "uint8", shape, values: bytes });
};

const listImages = ({ items }: Extract<MdsValue, { kind: "images" }>): ValueView => {
  const told = items.map((item) =>
    item.kind === "image"
      ? { type: item.mediaType, bytes: item.bytes.length }
      : { width: item.width, height: item.height, mode: item.mode },
  );
  return { kind: "json", ...cut(JSON.stringify(told)) };
};

const FLOAT32_DIGITS = 9;

/** The fewest digits that round-trip 32 bits: 6.132, not 6.131999969482422. */
const float32Text = (value: number): string => {
  for (let digits = 1; digits < FLOAT32_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
};

const viewValue = (value: MdsValue, encoding: string): ValueView => {
  switch (value.kind) {
    case "bytes":
      return value.mediaType === null
        ? { kind: "bytes", reason: null }
        : { kind: "media", content_type: value.mediaType };
    case "text":
    case "json":
      return { kind: value.kind, ...cut(value.text) };
    case "integer":
      return { kind: "number", text: String(value.value) };
    case "float":
      return { kind: "number", text: encoding === "float32" ? float32Text(value.value) : String(value.value) };
    case "decimal":
      return { kind: "number", text: value.text };
    case "image":
      return { kind: "media", content_type: value.mediaType };
    case "pixels":
      return lookAtPixels(value);
    case "images":
      return listImages(value);
    case "array":
      return lookAtArray(value);
    case "pickle":
      return PICKLE;
    case "unknown":
      return { kind: "bytes", reason: `unknown encoding ${value.encoding.slice(0, 60)}` };
  }
};

/** Describes a value that was too large to read, from its first bytes. */
const viewUnread = ({ encoding, head }: SampleColumn): ValueView => {
  const contentType = MEDIA_ENCODINGS[encoding] ?? (encoding === "bytes" ? sniffMedia(head) : undefined);
  if (contentType) return { kind: "media", content_type: contentType };
  return encoding === "pkl" ? PICKLE : { kind: "bytes", reason: "too large to show: download it" };
};

/** Decodes a column for display; invalid bytes are a fault of the column, not of the sample. */
const viewValueOf = (column: SampleColumn): ValueView => {
  if (column.bytes === undefined) return viewUnread(column);
  try {
    return viewValue(decodeColumn(column), column.encoding);
  } catch (error) {
    if (error instanceof FormatFault) return { kind: "fault", message: error.message };
    throw error;
  }
};

/** A column with its byte range in the shard. */
export const viewColumn = (column: SampleColumn) => {
  const { name, encoding, begin, end } = column;
  return { name, encoding, begin, end, value: viewValueOf(column) };
};
