import type { LARK_FIELD_TYPES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { LarkColumn } from "../run/export-progress.ts";
import type { ExportColumn, ExportValue } from "../run/export-table.ts";

type LarkFieldType = (typeof LARK_FIELD_TYPES)[number];
type Known = Exclude<LarkFieldType, "other">;

const NUMBERS: Readonly<Record<Known, number>> = {
  text: 1,
  number: 2,
  select: 3,
  multi_select: 4,
  date: 5,
  checkbox: 7,
  url: 15,
  attachment: 17,
};
const NAMES = new Map(Object.entries(NUMBERS).map(([name, number]) => [number, name as Known]));

export const nameOfType = (number: number): LarkFieldType => NAMES.get(number) ?? "other";

/** The Lark field type of a new column. */
const NATURAL: Readonly<Record<ExportColumn["type"], Known>> = {
  text: "text",
  number: "number",
  boolean: "checkbox",
  date: "date",
  url: "url",
  media: "attachment",
};

/** The existing Lark field types that accept each of our column types. */
const TAKES: Readonly<Record<ExportColumn["type"], readonly LarkFieldType[]>> = {
  text: ["text", "select"],
  number: ["number", "text"],
  boolean: ["checkbox", "text"],
  date: ["date", "text"],
  url: ["url", "text"],
  media: ["attachment"],
};

/** Holds the key of each row, which finds the row again after an unconfirmed write. */
export const KEY_FIELD = "Dailies key";
export const TEXT_NUMBER = NUMBERS.text;

interface Field {
  readonly name: string;
  readonly type: number;
}

interface FieldPlan {
  readonly columns: readonly LarkColumn[];
  readonly missing: readonly Field[];
}

const WORDS: Readonly<Record<LarkFieldType, string>> = {
  text: "text",
  number: "numbers",
  select: "one choice",
  multi_select: "several choices",
  date: "dates",
  checkbox: "yes or no",
  url: "links",
  attachment: "files",
  other: "something that we do not write",
};

const checkType = (column: ExportColumn, field: Field): void => {
  const there = nameOfType(field.type);
  if (TAKES[column.type].includes(there)) return;
  const words = `'${column.name}' does not fit '${field.name}': that column of the table holds ${WORDS[there]}`;
  throw new DomainError("invalid", words);
};

/** Maps columns to fields; without a mapping, by name. */
export const planFields = (
  columns: readonly ExportColumn[],
  mapping: readonly { readonly column: string; readonly target: string }[],
  fields: readonly Field[],
): FieldPlan => {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const asked = mapping.length > 0 ? mapping : columns.map(({ key, name }) => ({ column: key, target: name }));
  const targets = new Set<string>();
  const planned = asked.map(({ column: key, target }): LarkColumn => {
    const column = columns.find((each) => each.key === key);
    if (!column) throw new DomainError("invalid", `there is no column '${key}' in this export`);
    if (target === KEY_FIELD || targets.has(target))
      throw new DomainError("invalid", `two columns cannot both go to '${target}'`);
    targets.add(target);
    const field = byName.get(target);
    if (field) checkType(column, field);
    return { column: key, field: target, type: field?.type ?? NUMBERS[NATURAL[column.type]] };
  });
  const needed: Field[] = [
    ...planned.map(({ field, type }) => ({ name: field, type })),
    { name: KEY_FIELD, type: TEXT_NUMBER },
  ];
  return { columns: planned, missing: needed.filter(({ name }) => !byName.has(name)) };
};

/** Null clears the value of an earlier export. */
export const toLarkValue = (type: number, value: ExportValue): unknown => {
  if (value === null) return null;
  switch (nameOfType(type)) {
    case "number":
      return typeof value === "number" ? value : null;
    case "checkbox":
      return value === true;
    case "date":
      return Date.parse(String(value));
    case "url":
      return { text: String(value), link: String(value) };
    default:
      return String(value);
  }
};
