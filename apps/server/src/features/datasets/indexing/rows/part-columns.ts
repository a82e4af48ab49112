import type { ColumnType } from "@dailies/contract";
import type { Cell } from "../sources/source.ts";

/** A column of one part, with its name in the source. */
export interface PartColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly encoding: string;
  /** Only for vectors. */
  readonly dimensions?: number | undefined;
}

export type CellType = Pick<PartColumn, "type" | "dimensions">;

/** Undefined for a missing value, which says nothing about the column type. */
export const typeOfCell = (cell: Cell): CellType | undefined => {
  if (cell === null) return undefined;
  if (typeof cell === "string") return { type: "text" };
  if (typeof cell === "boolean") return { type: "boolean" };
  if (typeof cell === "number") return { type: Number.isSafeInteger(cell) ? "integer" : "number" };
  if (cell instanceof Float32Array) return { type: "vector", dimensions: cell.length };
  return { type: cell.kind };
};

const isNumeric = (type: ColumnType): boolean => type === "integer" || type === "number";
const isMeasured = (type: ColumnType): boolean => type === "binary" || type === "media";

/** The narrowest type that holds both. */
export const mergeTypes = (a: CellType, b: CellType): CellType => {
  if (a.type === b.type && a.dimensions === b.dimensions) return a;
  if (isNumeric(a.type) && isNumeric(b.type)) return { type: "number" };
  if (isMeasured(a.type) && isMeasured(b.type)) return { type: "binary" };
  // Bytes and vectors have no text form.
  if (isMeasured(a.type) || isMeasured(b.type) || a.type === "vector" || b.type === "vector") return { type: "binary" };
  return { type: "text" };
};

/** Merges the columns of all parts, in order of first appearance. */
export const mergeColumns = (parts: Iterable<readonly PartColumn[]>): PartColumn[] => {
  const merged = new Map<string, PartColumn>();
  for (const columns of parts) {
    for (const column of columns) {
      const known = merged.get(column.name);
      merged.set(column.name, known ? { ...known, ...mergeTypes(known, column) } : column);
    }
  }
  return [...merged.values()].map((column) =>
    column.type === "vector" ? column : { name: column.name, type: column.type, encoding: column.encoding },
  );
};
