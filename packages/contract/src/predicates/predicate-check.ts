import type { ColumnType, DatasetColumn } from "../datasets/schemas.ts";
import { isCondition } from "./predicate-compose.ts";
import { printField } from "./predicate-print.ts";
import type { Comparison, Predicate, PredicateOp } from "./predicates.ts";

type Single = string | number | boolean;
type Column = Pick<DatasetColumn, "name" | "type" | "is_indexed">;

export const PREDICATE_MISFITS = ["unknown_column", "not_indexed", "operator", "value"] as const;

/** Why a syntactically valid predicate does not fit these columns. */
export interface PredicateMisfit {
  readonly kind: (typeof PREDICATE_MISFITS)[number];
  readonly field: string;
  readonly message: string;
}

const ORDERED: readonly PredicateOp[] = ["lt", "lte", "gt", "gte", "between"];
const EQUALS: readonly PredicateOp[] = ["eq", "ne", "in", "not_in"];
const PRESENCE: readonly PredicateOp[] = ["is_null", "not_null"];

/** The operators that apply to a column type. */
export const opsOf = (type: ColumnType): readonly PredicateOp[] => {
  switch (type) {
    case "text":
    case "json":
      return [...EQUALS, ...ORDERED, "contains", ...PRESENCE];
    case "integer":
    case "number":
    case "time":
      return [...EQUALS, ...ORDERED, ...PRESENCE];
    case "boolean":
      return [...EQUALS, ...PRESENCE];
    default:
      return PRESENCE;
  }
};

export const comparisonValues = ({ value }: Comparison): readonly Single[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

const WANTED: Partial<Record<ColumnType, string>> = {
  text: "text in single quotes",
  json: "text in single quotes",
  integer: "a number",
  number: "a number",
  boolean: "true or false",
  time: "a time such as '2026-01-31T12:00:00Z'",
};

const fits = (type: ColumnType, value: Single): boolean => {
  if (type === "text" || type === "json") return typeof value === "string";
  if (type === "boolean") return typeof value === "boolean";
  if (type === "time") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  return typeof value === "number" && Number.isFinite(value);
};

const countFits = ({ op, value }: Comparison): boolean => {
  if (PRESENCE.includes(op)) return value === undefined;
  if (op === "between") return Array.isArray(value) && value.length === 2;
  if (op === "in" || op === "not_in") return Array.isArray(value) && value.length > 0;
  return value !== undefined && !Array.isArray(value);
};

const checkComparison = (comparison: Comparison, columns: ReadonlyMap<string, Column>): PredicateMisfit[] => {
  const { field, op } = comparison;
  const name = printField(field);
  const misfit = (kind: PredicateMisfit["kind"], message: string): PredicateMisfit[] => [{ kind, field, message }];
  const column = columns.get(field);
  if (!column) return misfit("unknown_column", `there is no column ${name}`);
  if (!column.is_indexed) return misfit("not_indexed", `${name} is not in the index, so it cannot be filtered by`);
  if (!opsOf(column.type).includes(op)) return misfit("operator", `${name} cannot be compared like this`);
  if (!countFits(comparison)) return misfit("value", `${name} is compared with the wrong number of values`);
  if (!comparisonValues(comparison).every((value) => fits(column.type, value)))
    return misfit("value", `${name} is compared with ${WANTED[column.type] ?? "nothing"}`);
  return [];
};

/** Every part that does not fit these columns. */
export const checkPredicate = (predicate: Predicate | undefined, columns: readonly Column[]): PredicateMisfit[] => {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const check = (part: Predicate): PredicateMisfit[] => {
    if (isCondition(part)) return checkComparison(part, byName);
    if ("not" in part) return check(part.not);
    return ("and" in part ? part.and : part.or).flatMap(check);
  };
  return predicate ? check(predicate) : [];
};
