import type { SampleColumn } from "@dailies/formats/mds/shards/sample-columns";
import { decodeColumn } from "@dailies/formats/mds/values/decode-column";
import type { MdsValue } from "@dailies/formats/mds/values/mds-value";
import { sniffMedia } from "@dailies/formats/sniff-media";
import type { Cell } from "./source.ts";

/** Limit for searchable vectors; longer ones are arrays for the trainer. */
const MAX_DIMENSIONS = 4_096;

const PICTURES: ReadonlySet<string> = new Set(["jpeg", "png"]);

/** The content type of a column that holds a clip or an image as a file. */
export const mediaTypeOf = ({ encoding, head }: SampleColumn): string | undefined => {
  if (encoding !== "bytes" && !PICTURES.has(encoding)) return undefined;
  const type = sniffMedia(head);
  return type !== null && /^(?:video|image|audio)\//.test(type) ? type : undefined;
};

const integerCell = (value: number | bigint): Cell => {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : String(value);
};

const vectorOf = ({ values, shape }: Extract<MdsValue, { kind: "array" }>): Float32Array | undefined => {
  const [length = 0] = shape;
  const isVector = shape.length === 1 && length > 1 && length <= MAX_DIMENSIONS;
  return isVector && (values instanceof Float32Array || values instanceof Float64Array)
    ? Float32Array.from(values)
    : undefined;
};

/** Throws a FormatFault when the bytes do not match the encoding. */
export const mdsCell = (column: SampleColumn): Cell => {
  const bytes = column.end - column.begin;
  if (mediaTypeOf(column) !== undefined) return { kind: "media", bytes };
  // Too long to be loaded with its sample.
  if (column.bytes === undefined) return { kind: "binary", bytes };
  const value = decodeColumn(column);
  if (value.kind === "text" || value.kind === "decimal") return value.text;
  if (value.kind === "integer") return integerCell(value.value);
  if (value.kind === "float") return Number.isFinite(value.value) ? value.value : null;
  if (value.kind === "json") return { kind: "json", text: value.text };
  if (value.kind === "array") return vectorOf(value) ?? { kind: "binary", bytes };
  return { kind: "binary", bytes };
};
