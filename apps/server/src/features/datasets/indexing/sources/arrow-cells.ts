import { DataType } from "apache-arrow";
import type { Cell } from "../source.ts";
import { jsonCell } from "./json-cells.ts";

const fromBigint = (value: bigint): Cell => {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : String(value);
};

const listCell = (value: Iterable<unknown>): Cell => {
  const items = Array.from(value, (item) => (typeof item === "bigint" ? Number(item) : item));
  return jsonCell(items);
};

/** A value of an Arrow column as one of ours. */
export const arrowCell = (type: DataType | undefined, value: unknown): Cell => {
  if (value === null || value === undefined || type === undefined) return null;
  if (DataType.isTimestamp(type) || DataType.isDate(type)) return { kind: "time", ms: Number(value) };
  if (typeof value === "bigint") return fromBigint(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (DataType.isFixedSizeList(type) && DataType.isFloat(type.children[0]?.type)) {
    return Float32Array.from(value as Iterable<number>);
  }
  if (DataType.isList(type) || DataType.isFixedSizeList(type)) return listCell(value as Iterable<unknown>);
  return {
    kind: "json",
    text: JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner)),
  };
};
