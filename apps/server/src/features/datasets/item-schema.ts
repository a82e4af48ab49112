import type { DatasetColumn } from "@dailies/contract";
import {
  Bool,
  type DataType,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  Int32,
  Int64,
  Schema,
  TimestampMillisecond,
  Utf8,
} from "apache-arrow";
import { FIXED_COLUMNS, type FixedColumn } from "./item-columns.ts";

const FIXED_TYPES: Readonly<Record<FixedColumn, () => DataType>> = {
  ordinal: () => new Int64(),
  part: () => new Int32(),
  key: () => new Utf8(),
  object: () => new Utf8(),
  media_offset: () => new Int64(),
  media_bytes: () => new Int64(),
  media_type: () => new Utf8(),
  sample_object: () => new Utf8(),
  sample_offset: () => new Int64(),
  sample_bytes: () => new Int64(),
  caption: () => new Utf8(),
  duration_s: () => new Float64(),
  width: () => new Int32(),
  height: () => new Int32(),
  fps: () => new Float64(),
  frames: () => new Int32(),
  codec: () => new Utf8(),
  fault: () => new Utf8(),
};

/** A column of the dataset; all vectors of a column have the same length. */
export type OwnColumn = Pick<DatasetColumn, "name" | "type"> & { readonly dimensions?: number | undefined };

/** Bytes and media are stored as their length, JSON as text. */
const ownType = ({ type, dimensions = 0 }: OwnColumn): DataType => {
  if (type === "integer" || type === "binary" || type === "media") return new Int64();
  if (type === "number") return new Float64();
  if (type === "boolean") return new Bool();
  if (type === "time") return new TimestampMillisecond("UTC");
  if (type === "vector") return new FixedSizeList(dimensions, new Field("item", new Float32(), true));
  return new Utf8();
};

export const fixedField = (name: FixedColumn): Field => new Field(name, FIXED_TYPES[name](), true);

export const ownField = (column: OwnColumn): Field => new Field(column.name, ownType(column), true);

export const itemSchema = (own: readonly OwnColumn[]): Schema =>
  new Schema([...FIXED_COLUMNS.map(fixedField), ...own.map(ownField)]);
