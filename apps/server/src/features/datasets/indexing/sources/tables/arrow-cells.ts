import type { DataType } from "apache-arrow";
import { Type } from "apache-arrow/enum";
import { jsonCell } from "../json-cells.ts";
import type { Cell } from "../source.ts";

const fromBigint = (value: bigint): Cell => {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : String(value);
};

const listCell = (value: Iterable<unknown>): Cell => {
  const items = Array.from(value, (item) => (typeof item === "bigint" ? Number(item) : item));
  return jsonCell(items);
};

/** Converts a value of an Arrow column to a cell. */
export const arrowCell = (type: DataType | undefined, value: unknown): Cell => {
  if (value === null || value === undefined || type === undefined) return null;
  if (type.typeId === Type.Timestamp || type.typeId === Type.Date) return { kind: "time", ms: Number(value) };
  if (typeof value === "bigint") return fromBigint(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (type.typeId === Type.FixedSizeList && type.children[0]?.type.typeId === Type.Float) {
    return Float32Array.from(value as Iterable<number>);
  }
  if (type.typeId === Type.List || type.typeId === Type.FixedSizeList) return listCell(value as Iterable<unknown>);
  return {
    kind: "json",
    text: JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner)),
  };
};
