import { isCondition, normalizePredicate } from "./predicate-compose.ts";
import { isBareName } from "./predicate-tokens.ts";
import type { Comparison, Predicate } from "./predicates.ts";

type Single = string | number | boolean;
const SIGNS = { eq: "=", ne: "!=", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** The text of a predicate. Parsing and printing round-trip. */
export const printPredicate = (predicate: Predicate | undefined): string => {
  const normal = predicate && normalizePredicate(predicate);
  return normal ? print(normal) : "";
};

const print = (predicate: Predicate): string => {
  if (isCondition(predicate)) return printComparison(predicate);
  if ("not" in predicate)
    return `NOT ${isCondition(predicate.not) || "not" in predicate.not ? print(predicate.not) : `(${print(predicate.not)})`}`;
  if ("and" in predicate)
    return predicate.and.map((part) => ("or" in part ? `(${print(part)})` : print(part))).join(" AND ");
  return predicate.or.map(print).join(" OR ");
};

export const printField = (name: string): string => (isBareName(name) ? name : `"${name.replaceAll('"', '""')}"`);

export const printValue = (value: Single): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);

const listOf = ({ value }: Comparison): readonly Single[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

export const printComparison = (comparison: Comparison): string => {
  const field = printField(comparison.field);
  const values = listOf(comparison).map(printValue);
  const [first = "''", second = "''"] = values;
  switch (comparison.op) {
    case "is_null":
      return `${field} IS NULL`;
    case "not_null":
      return `${field} IS NOT NULL`;
    case "between":
      return `${field} BETWEEN ${first} AND ${second}`;
    case "in":
      return `${field} IN (${values.join(", ")})`;
    case "not_in":
      return `${field} NOT IN (${values.join(", ")})`;
    case "contains":
      return `${field} CONTAINS ${first}`;
    default:
      return `${field} ${SIGNS[comparison.op]} ${first}`;
  }
};
