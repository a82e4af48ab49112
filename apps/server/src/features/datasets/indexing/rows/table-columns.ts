import type { DatasetColumn } from "@dailies/contract";
import type { Schema, Table } from "apache-arrow";
import { FIXED_COLUMNS, offerColumns } from "../../item-columns.ts";
import { itemSchema } from "../../item-schema.ts";
import type { Cell } from "../sources/source.ts";
import { batchOf, columnData, emptyData } from "./arrow-data.ts";
import { type Stored, storedValue } from "./cell-values.ts";
import { OWN_PREFIX } from "./collect-rows.ts";
import { type NamedColumn, nameOwnColumns } from "./own-columns.ts";
import { mergeColumns, type PartColumn } from "./part-columns.ts";

/** The columns of a run's table: the union over all parts. */
export interface TableColumns {
  readonly schema: Schema;
  readonly own: readonly NamedColumn[];
  readonly offered: readonly DatasetColumn[];
}

export const tableColumns = (parts: Iterable<readonly PartColumn[]>): TableColumns => {
  const own = nameOwnColumns(mergeColumns(parts));
  const typed = own.map(({ column, dimensions }) => ({ name: column.name, type: column.type, dimensions }));
  return { schema: itemSchema(typed), own, offered: offerColumns(own.map(({ column }) => column)) };
};

/** Converts a staged value back to a cell, for a column whose type is wider in the table than in the part. */
const toCell = (value: unknown, type: PartColumn["type"]): Cell => {
  if (value === null || value === undefined) return null;
  if (type === "binary" || type === "media") return { kind: "binary", bytes: Number(value) };
  if (type === "time") return { kind: "time", ms: Number(value) };
  if (typeof value === "bigint") return Number(value);
  if (type === "vector") return Float32Array.from(value as Iterable<number>);
  return value as Cell;
};

/** Converts the rows of a staged part to the table's columns and global ordinals. */
export const fitPart = (
  { schema, own }: TableColumns,
  staged: Table,
  { part, firstOrdinal, columns }: { part: number; firstOrdinal: number; columns: readonly PartColumn[] },
) => {
  const rows = staged.numRows;
  const fixed = FIXED_COLUMNS.map((name, at) => {
    const type = schema.fields[at]?.type;
    if (!type) throw new Error(`the table has no column ${name}`);
    if (name === "ordinal")
      return columnData(
        type,
        Array.from({ length: rows }, (_, row) => firstOrdinal + row),
      );
    if (name === "part")
      return columnData(
        type,
        Array.from({ length: rows }, () => part),
      );
    return staged.getChild(name)?.data[0] ?? emptyData(type, rows);
  });
  const others = own.map(({ sourceName, column, dimensions }, at) => {
    const type = schema.fields[FIXED_COLUMNS.length + at]?.type;
    if (!type) throw new Error(`the table has no column ${column.name}`);
    const vector = staged.getChild(OWN_PREFIX + sourceName);
    const was = columns.find(({ name }) => name === sourceName);
    if (!vector || !was) return emptyData(type, rows);
    const [data] = vector.data;
    if (data && was.type === column.type && was.dimensions === dimensions) return data;
    const target = { type: column.type, dimensions };
    const values = Array.from(
      { length: rows },
      (_, row): Stored => storedValue(toCell(vector.get(row), was.type), target),
    );
    return columnData(type, values);
  });
  return batchOf(schema, rows, [...fixed, ...others]);
};
