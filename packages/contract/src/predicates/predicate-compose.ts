import { type Comparison, MAX_PREDICATE_DEPTH, MAX_PREDICATE_NODES, type Predicate } from "./predicates.ts";

export const isCondition = (predicate: Predicate): predicate is Comparison => "field" in predicate;

/** A list of one is that one, and a list in a list of its kind is one list. Undefined when nothing is asked for. */
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

/** All of them together. */
export const allOf = (...predicates: readonly (Predicate | undefined)[]): Predicate | undefined =>
  normalizePredicate({ and: predicates.filter((predicate) => predicate !== undefined) });

/** Exactly what a step of a funnel throws away of what the steps before it left. */
export const droppedBy = (before: Predicate | undefined, step: Predicate): Predicate => {
  const not: Predicate = { not: step };
  return allOf(before, not) ?? not;
};

export interface Chips {
  readonly chips: readonly Comparison[];
  /** What no chip can show; the text shows it. */
  readonly rest: Predicate | undefined;
}

/** The comparisons that all must hold, and what else must. */
export const toChips = (predicate: Predicate | undefined): Chips => {
  const normal = predicate && normalizePredicate(predicate);
  if (!normal) return { chips: [], rest: undefined };
  const parts = "and" in normal ? normal.and : [normal];
  return { chips: parts.filter(isCondition), rest: allOf(...parts.filter((part) => !isCondition(part))) };
};

export const fromChips = ({ chips, rest }: Chips): Predicate | undefined => allOf(...chips, rest);

/** How many conditions and connections it has, and how deep they lie. */
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

/** Two levels more than a text may have: the server itself puts conditions around what was sent. */
export const isWithinLimits = (predicate: Predicate): boolean => {
  const { nodes, depth } = measurePredicate(predicate);
  return nodes <= 2 * MAX_PREDICATE_NODES && depth <= 2 * MAX_PREDICATE_DEPTH + 2;
};

/** Every column it speaks of, once. */
export const fieldsOf = (predicate: Predicate | undefined): string[] => {
  if (!predicate) return [];
  if (isCondition(predicate)) return [predicate.field];
  return [...new Set(partsOf(predicate).flatMap(fieldsOf))];
};
