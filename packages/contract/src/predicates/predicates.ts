import { z } from "zod";
import { text, versionNumber } from "../kit.ts";

export const PREDICATE_OPS = [
  "eq",
  "ne",
  "lt",
  "lte",
  "gt",
  "gte",
  "between",
  "in",
  "not_in",
  "contains",
  "is_null",
  "not_null",
] as const;
export type PredicateOp = (typeof PREDICATE_OPS)[number];

export const predicateScalar = z.union([text({ max: 1_000 }), z.number(), z.boolean()]);
export const predicateValue = z.union([predicateScalar, z.array(predicateScalar).min(1).max(1_000)]);

const fieldName = text({ min: 1, max: 200 });

/** One comparison, shown as a chip. `between` takes two values, `in` and `not_in` a list, `is_null` and `not_null` none. */
export const comparison = z.strictObject({
  field: fieldName,
  op: z.enum(PREDICATE_OPS),
  value: predicateValue.optional(),
});
export type Comparison = z.output<typeof comparison>;

/** The parsed form of a `where`, behind both the chips and the text. SQL is never built from text. */
export type Predicate = Comparison | { and: Predicate[] } | { or: Predicate[] } | { not: Predicate };

export const MAX_PREDICATE_DEPTH = 12;
export const MAX_PREDICATE_NODES = 200;

/** Selects rows of a dataset, in every route that reads them. */
export const itemQuery = {
  filters: z.array(comparison).max(50).default([]),
  /** The same language as text; combined with `filters` by AND. */
  where: text({ max: 4_000 }).default(""),
  /** Text to search for in the captions. */
  q: text({ max: 200 }).default(""),
  /** Omit for the newest. */
  version: versionNumber.optional(),
};
