import type { LARK_FIELD_TYPES } from "@dailies/contract";
import type { ExportColumn, LarkTable } from "../exports.queries.ts";

export type FieldType = (typeof LARK_FIELD_TYPES)[number];

/** The Lark field types that accept each of our types; the server enforces the same table. */
const TAKES: Readonly<Record<ExportColumn["type"], readonly FieldType[]>> = {
  text: ["text", "select"],
  number: ["number", "text"],
  boolean: ["checkbox", "text"],
  date: ["date", "text"],
  url: ["url", "text"],
  media: ["attachment"],
};

/** By our column key: the Lark column name, or null to skip it. */
export type Mapping = Readonly<Record<string, string | null>>;

export interface MappingLine {
  readonly column: ExportColumn;
  readonly target: string | null;
  /** Undefined if a new column is created. */
  readonly there: FieldType | undefined;
  readonly fault: "type" | "twice" | undefined;
}

const typeFault = ({ type }: ExportColumn, there: FieldType | undefined): "type" | undefined =>
  there !== undefined && !TAKES[type].includes(there) ? "type" : undefined;

/** Columns with the same name first; incompatible types are shown, not hidden. */
export const toLines = (
  columns: readonly ExportColumn[],
  table: LarkTable | undefined,
  mapping: Mapping,
): MappingLine[] => {
  const targets = columns.map((column) => {
    const chosen = mapping[column.key];
    return chosen === undefined ? column.name : chosen;
  });
  return columns.map((column, index) => {
    const target = targets[index] ?? null;
    const there = table?.fields.find(({ name }) => name === target)?.type;
    const isTwice = target !== null && targets.filter((other) => other === target).length > 1;
    return { column, target, there, fault: isTwice ? "twice" : typeFault(column, there) };
  });
};

/** The Lark columns that accept the column. */
export const fitting = (column: ExportColumn, table: LarkTable | undefined): string[] =>
  (table?.fields ?? []).filter(({ type }) => TAKES[column.type].includes(type)).map(({ name }) => name);
