import type { ColumnType } from "@dailies/contract";
import type { Cell } from "../sources/source.ts";
import type { CellType } from "./part-columns.ts";

const MAX_TEXT = 65_536;

export type Stored = string | number | boolean | Float32Array | null;

const asText = (cell: Exclude<Cell, null>): string => {
  if (typeof cell === "string") return cell;
  if (typeof cell === "object" && "kind" in cell) {
    if (cell.kind === "json") return cell.text;
    if (cell.kind === "time") return new Date(cell.ms).toISOString();
    return "";
  }
  return String(cell);
};

const measure = (cell: Exclude<Cell, null>): number | null => {
  if (typeof cell === "object" && "bytes" in cell) return cell.bytes;
  return cell instanceof Float32Array ? cell.byteLength : Buffer.byteLength(asText(cell));
};

const numberIn = (cell: Exclude<Cell, null>): number | null => (typeof cell === "number" ? cell : null);
const textIn = (cell: Exclude<Cell, null>): string => asText(cell).slice(0, MAX_TEXT);

const KEEP: Readonly<Record<Exclude<ColumnType, "vector">, (cell: Exclude<Cell, null>) => Stored>> = {
  text: textIn,
  json: textIn,
  integer: numberIn,
  number: numberIn,
  boolean: (cell) => (typeof cell === "boolean" ? cell : null),
  time: (cell) => (typeof cell === "object" && "ms" in cell ? cell.ms : null),
  binary: measure,
  media: measure,
};

/** Converts a cell to its column type; values that do not fit become null. */
export const storedValue = (cell: Cell | undefined, { type, dimensions }: CellType): Stored => {
  if (cell === null || cell === undefined) return null;
  if (type === "vector") return cell instanceof Float32Array && cell.length === dimensions ? cell : null;
  return KEEP[type](cell);
};
