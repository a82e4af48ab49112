import type { Comparison, Predicate, PredicateOp } from "@dailies/contract";
import { allOf, isCondition } from "@dailies/contract/predicates/predicate-compose";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";

type Single = string | number | boolean;

/** The AND-ed conditions, in the order written. */
export const partsOf = (predicate: Predicate | undefined): readonly Predicate[] => {
  if (predicate === undefined) return [];
  return !isCondition(predicate) && "and" in predicate ? predicate.and : [predicate];
};

export const withParts = (parts: readonly Predicate[]): Predicate | undefined => allOf(...parts);

export const isSamePredicate = (one: Predicate, other: Predicate): boolean =>
  printPredicate(one) === printPredicate(other);

export const without = (predicate: Predicate | undefined, part: Predicate): Predicate | undefined =>
  withParts(partsOf(predicate).filter((each) => !isSamePredicate(each, part)));

const isOf =
  (field: string, ops: readonly PredicateOp[]) =>
  (part: Predicate): part is Comparison =>
    isCondition(part) && part.field === field && ops.includes(part.op);

/** Replacements take the position of the first condition on the column, so that the order is stable while dragging. */
const replace = (
  predicate: Predicate | undefined,
  isReplaced: (part: Predicate) => boolean,
  next: readonly Comparison[],
): Predicate | undefined => {
  const parts = partsOf(predicate);
  const found = parts.findIndex(isReplaced);
  const at = found < 0 ? parts.length : found;
  const others = (some: readonly Predicate[]) => some.filter((part) => !isReplaced(part));
  return withParts([...others(parts.slice(0, at)), ...next, ...others(parts.slice(at))]);
};

export interface NumberRange {
  /** Inclusive; open if absent. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Whether the upper end is inclusive. */
  readonly includesTo?: boolean;
}

const RANGE_OPS = ["gt", "gte", "lt", "lte", "between"] as const;
const asNumber = (value: unknown): number | undefined => {
  if (typeof value === "string") return Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value);
  return typeof value === "number" ? value : undefined;
};

const rangeOfOne = ({ op, value }: Comparison): NumberRange => {
  if (op === "between" && Array.isArray(value))
    return { from: asNumber(value[0]), to: asNumber(value[1]), includesTo: true };
  const end = asNumber(value);
  return op === "gt" || op === "gte" ? { from: end } : { to: end, includesTo: op === "lte" };
};

/** The range a filter sets for a number or time column (times in milliseconds); undefined if it sets none. */
export const rangeOf = (predicate: Predicate | undefined, field: string): NumberRange | undefined => {
  const found = partsOf(predicate).filter(isOf(field, RANGE_OPS)).map(rangeOfOne);
  if (found.length === 0) return undefined;
  return Object.assign(
    {},
    ...found.map((range) => Object.fromEntries(Object.entries(range).filter(([, end]) => end !== undefined))),
  );
};

/** A histogram bar includes its lower edge and excludes its upper one, so a range is two comparisons instead of BETWEEN. */
export const withRange = (
  predicate: Predicate | undefined,
  field: string,
  range: NumberRange | undefined,
  asValue: (end: number) => string | number = (end) => end,
): Predicate | undefined => {
  const next: Comparison[] = [];
  if (range?.from !== undefined) next.push({ field, op: "gte", value: asValue(range.from) });
  if (range?.to !== undefined) next.push({ field, op: range.includesTo ? "lte" : "lt", value: asValue(range.to) });
  return replace(predicate, isOf(field, RANGE_OPS), next);
};

const VALUE_OPS = ["eq", "in"] as const;

export const valuesOf = (predicate: Predicate | undefined, field: string): readonly Single[] =>
  partsOf(predicate)
    .filter(isOf(field, VALUE_OPS))
    .flatMap(({ value }) => (value === undefined ? [] : [value].flat()));

export const withValues = (
  predicate: Predicate | undefined,
  field: string,
  values: readonly Single[],
): Predicate | undefined => {
  const [only] = values;
  if (only === undefined) return replace(predicate, isOf(field, VALUE_OPS), []);
  const next: Comparison =
    values.length === 1 ? { field, op: "eq", value: only } : { field, op: "in", value: [...values] };
  return replace(predicate, isOf(field, VALUE_OPS), [next]);
};

export const containsOf = (predicate: Predicate | undefined, field: string): string => {
  const value = partsOf(predicate).find(isOf(field, ["contains"]))?.value;
  return typeof value === "string" ? value : "";
};

export const withContains = (predicate: Predicate | undefined, field: string, words: string): Predicate | undefined =>
  replace(predicate, isOf(field, ["contains"]), words === "" ? [] : [{ field, op: "contains", value: words }]);

const NULL_OPS = ["is_null", "not_null"] as const;
export type NullChoice = (typeof NULL_OPS)[number] | undefined;

export const nullsOf = (predicate: Predicate | undefined, field: string): NullChoice => {
  const op = partsOf(predicate).find(isOf(field, NULL_OPS))?.op;
  return NULL_OPS.find((each) => each === op);
};

export const withNulls = (predicate: Predicate | undefined, field: string, op: NullChoice): Predicate | undefined =>
  replace(predicate, isOf(field, NULL_OPS), op === undefined ? [] : [{ field, op }]);
