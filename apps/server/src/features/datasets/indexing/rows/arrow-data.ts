import {
  type Bool,
  type Data,
  type DataType,
  FixedSizeList,
  Float32,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  type Schema,
  Struct,
  Table,
  TimestampMillisecond,
  type Utf8,
  vectorFromArray,
} from "apache-arrow";
import type { Stored } from "./cell-values.ts";

interface Validity {
  readonly nullBitmap: Uint8Array;
  readonly nullCount: number;
}

const validityOf = (values: readonly Stored[]): Validity => {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 64) * 8);
  let nullCount = 0;
  values.forEach((value, at) => {
    if (value === null) nullCount++;
    else nullBitmap[at >> 3] = (nullBitmap[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return { nullBitmap, nullCount };
};

const vectorData = (type: FixedSizeList, values: readonly Stored[]): Data => {
  const flat = new Float32Array(values.length * type.listSize);
  values.forEach((value, at) => {
    if (value instanceof Float32Array) flat.set(value, at * type.listSize);
  });
  const child = makeData({ type: new Float32(), length: flat.length, nullCount: 0, data: flat });
  return makeData({ type, length: values.length, ...validityOf(values), child });
};

const numberOf = (value: Stored): number => (typeof value === "number" ? value : 0);
const bigOf = (value: Stored): bigint => BigInt(Math.trunc(numberOf(value)));

/** Encodes one column of values as Arrow data. */
export const columnData = (type: DataType, values: readonly Stored[]): Data => {
  const length = values.length;
  if (type instanceof FixedSizeList) return vectorData(type, values);
  if (type instanceof Float64) {
    return makeData({ type, length, ...validityOf(values), data: Float64Array.from(values, numberOf) });
  }
  if (type instanceof Int64) {
    return makeData({ type, length, ...validityOf(values), data: BigInt64Array.from(values, bigOf) });
  }
  if (type instanceof Int32) {
    return makeData({ type, length, ...validityOf(values), data: Int32Array.from(values, numberOf) });
  }
  if (type instanceof TimestampMillisecond) {
    return makeData({ type, length, ...validityOf(values), data: BigInt64Array.from(values, bigOf) });
  }
  const [data] = vectorFromArray(values as (string | boolean | null)[], type as Utf8 | Bool).data;
  if (!data) throw new Error("a column came out without data");
  return data;
};

/** Builds a record batch; `children` are in schema order. */
export const batchOf = (schema: Schema, length: number, children: Data[]): RecordBatch =>
  new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));

export const tableOf = (schema: Schema, batches: RecordBatch[]): Table => new Table(schema, batches);

/** A column of nulls. */
export const emptyData = (type: DataType, length: number): Data =>
  columnData(
    type,
    Array.from({ length }, (): null => null),
  );
