import { FormatFault } from "../format-fault.ts";
import type { ParquetCell, ScalarCell } from "./convert-cell.ts";
import type { ParquetColumn } from "./parquet-schema.ts";

type Nested = ScalarCell | null | Nested[];

/** Assembles the values of a column into rows by their levels. Rows may continue on the next page. */
export interface RowAssembler {
  readonly addPage: (
    repetitions: Uint32Array | undefined,
    definitions: Uint32Array | undefined,
    values: readonly ScalarCell[],
    count: number,
  ) => void;
  readonly finish: () => ParquetCell[];
}

const MOST_JSON_LENGTH = 1_048_576;

const toJson = (value: Nested): unknown => {
  if (Array.isArray(value)) return value.map(toJson);
  if (value === null || typeof value !== "object") return value;
  return value.kind === "binary" ? `${value.bytes} bytes` : value.text;
};

const toCell = (row: Nested, column: ParquetColumn): ParquetCell => {
  if (row === null || !Array.isArray(row)) return row;
  const text = JSON.stringify(toJson(row));
  if (text.length > MOST_JSON_LENGTH)
    throw new FormatFault("too_large", `a list in ${column.name} is larger than 1 MiB`);
  return { kind: "json", text };
};

export const createAssembler = (column: ParquetColumn, mostRows: number): RowAssembler => {
  const { maxDefinition, listDefinitions } = column.leaf;
  const depths = Array.from(
    { length: maxDefinition + 1 },
    (_, definition) => listDefinitions.filter((level) => definition >= level).length,
  );
  const rows: Nested[] = [];
  const open: Nested[][] = [];
  const checkQuota = (more: number): void => {
    if (rows.length + more > mostRows)
      throw new FormatFault("malformed", `${column.name} of the Parquet file has too many rows`);
  };
  const addRow = (row: Nested): void => {
    checkQuota(1);
    rows.push(row);
  };
  /** Opens a list in its parent list, or as a row of its own. */
  const openList = (depth: number): void => {
    const list: Nested[] = [];
    if (depth === 0) addRow(list);
    else open[depth - 1]?.push(list);
    open[depth] = list;
  };
  /** The definition level of an empty list is one below that of its first element. */
  const emptyRow = (definition: number): Nested => (definition + 1 === listDefinitions[0] ? [] : null);
  const placeInList = (repetition: number, definition: number, value: ScalarCell | null): void => {
    const depth = depths[definition] ?? 0;
    if (open.length < repetition)
      throw new FormatFault("malformed", `${column.name} of the Parquet file continues a list that was never started`);
    open.length = repetition;
    if (depth === 0) addRow(emptyRow(definition));
    for (let level = repetition; level < depth; level += 1) openList(level);
    if (depth > 0) open[depth - 1]?.push(depth === listDefinitions.length ? value : []);
  };
  const addFlat = (definitions: Uint32Array | undefined, values: readonly ScalarCell[], count: number): void => {
    checkQuota(count);
    let at = 0;
    for (let entry = 0; entry < count; entry += 1) {
      const isThere = definitions === undefined || definitions[entry] === maxDefinition;
      rows.push(isThere ? (values[at] ?? null) : null);
      if (isThere) at += 1;
    }
  };
  const addListed = (
    repetitions: Uint32Array | undefined,
    definitions: Uint32Array | undefined,
    values: readonly ScalarCell[],
    count: number,
  ): void => {
    let at = 0;
    for (let entry = 0; entry < count; entry += 1) {
      const definition = definitions?.[entry] ?? maxDefinition;
      const isThere = definition === maxDefinition;
      placeInList(repetitions?.[entry] ?? 0, definition, isThere ? (values[at] ?? null) : null);
      if (isThere) at += 1;
    }
  };
  return {
    addPage: (repetitions, definitions, values, count) =>
      listDefinitions.length === 0
        ? addFlat(definitions, values, count)
        : addListed(repetitions, definitions, values, count),
    finish: () => (listDefinitions.length === 0 ? (rows as ParquetCell[]) : rows.map((row) => toCell(row, column))),
  };
};
