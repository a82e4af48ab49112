import { type Comparison, MAX_PREDICATE_DEPTH, MAX_PREDICATE_NODES, type Predicate } from "./predicates.ts";

export const isCondition = (predicate: Predicate): predicate is Comparison => "field" in predicate;

/** Unwraps lists of one and flattens nested lists of the same kind. Undefined when there is no condition. */
export const normalizePredicate = (predicate: Predicate): Predicate | undefined => {
  if (isCondition(predicate)) return predicate;
  if ("not" in predicate) {
    const inner = normalizePredicate(predicate.not);
    return inner && { not: inner };
  }
  if ("and" in predicate) {
    const parts = flatten(predicate.and, (part) => ("and" in part ? part.and : [part]));
    return parts.length > 1 ? { and: parts } : parts[0];
  }
  const parts = flatten(predicate.or, (part) => ("or" in part ? part.or : [part]));
  return parts.length > 1 ? { or: parts } : parts[0];
};

const flatten = (parts: readonly Predicate[], open: (part: Predicate) => readonly Predicate[]): Predicate[] =>
  parts.flatMap((part) => {
    const inner = normalizePredicate(part);
    return inner ? open(inner) : [];
  });

/** Conjunction of the given predicates. */
export const allOf = (...predicates: readonly (Predicate | undefined)[]): Predicate | undefined =>
  normalizePredicate({ and: predicates.filter((predicate) => predicate !== undefined) });

/** Exactly the rows that a funnel step removes from what the previous steps left. */
export const droppedBy = (before: Predicate | undefined, step: Predicate): Predicate => {
  const not: Predicate = { not: step };
  return allOf(before, not) ?? not;
};

export interface Chips {
  readonly chips: readonly Comparison[];
  /** Conditions that no chip can show; only the text shows them. */
  readonly rest: Predicate | undefined;
}

/** Splits a predicate into top-level comparisons and the rest. */
export const toChips = (predicate: Predicate | undefined): Chips => {
  const normal = predicate && normalizePredicate(predicate);
  if (!normal) return { chips: [], rest: undefined };
  const parts = "and" in normal ? normal.and : [normal];
  return { chips: parts.filter(isCondition), rest: allOf(...parts.filter((part) => !isCondition(part))) };
};

export const fromChips = ({ chips, rest }: Chips): Predicate | undefined => allOf(...chips, rest);

/** Number of conditions and connectives, and the nesting depth. */
export const measurePredicate = (predicate: Predicate): { readonly nodes: number; readonly depth: number } => {
  if (isCondition(predicate)) return { nodes: 1, depth: 1 };
  const parts = partsOf(predicate).map(measurePredicate);
  return {
    nodes: parts.reduce((sum, part) => sum + part.nodes, 1),
    depth: parts.reduce((deepest, part) => Math.max(deepest, part.depth), 0) + 1,
  };
};

const partsOf = (predicate: Exclude<Predicate, Comparison>): readonly Predicate[] => {
  if ("not" in predicate) return [predicate.not];
  return "and" in predicate ? predicate.and : predicate.or;
};

/** Allows two levels more than a text may have, because the server wraps what was sent in its own conditions. */
export const isWithinLimits = (predicate: Predicate): boolean => {
  const { nodes, depth } = measurePredicate(predicate);
  return nodes <= 2 * MAX_PREDICATE_NODES && depth <= 2 * MAX_PREDICATE_DEPTH + 2;
};

/** Every column it refers to, without duplicates. */
export const fieldsOf = (predicate: Predicate | undefined): string[] => {
  if (!predicate) return [];
  if (isCondition(predicate)) return [predicate.field];
  return [...new Set(partsOf(predicate).flatMap(fieldsOf))];
};
