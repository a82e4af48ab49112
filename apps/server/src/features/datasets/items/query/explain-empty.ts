import { printPredicate } from "@dailies/contract";
import type { ItemsDeps } from "../items-deps.ts";
import { selectCombinations } from "../replica/aggregates.store.ts";
import { compileEach, compilePredicate } from "./compile-predicate.ts";
import { type ItemQuery, openSelection, timesOf } from "./open-selection.ts";

export interface ConditionImpact {
  readonly withoutIt: number;
  readonly alone: number;
}

export interface Explained {
  readonly parts: readonly (ConditionImpact & { readonly where: string })[];
  /** Undefined without search words. */
  readonly words: ConditionImpact | undefined;
}

/** How many items each condition matches alone, and how many remain without it. The search words count as one condition. */
export const explainEmpty = async (
  deps: Pick<ItemsDeps, "db" | "replicas">,
  datasetId: string,
  query: ItemQuery,
  signal: AbortSignal,
): Promise<Explained> => {
  const { source, replica, predicate, words } = await openSelection(deps, datasetId, query, signal);
  const parts = predicate && "and" in predicate ? predicate.and : [predicate].filter((part) => part !== undefined);
  const columns = { byName: replica.byName, times: timesOf(source) };
  const { sqls, values: bound } = compileEach(parts, columns);
  const { sql: wordsSql, values } = compilePredicate(undefined, words, columns, bound);
  const conditions = words.length > 0 ? [...sqls, wordsSql] : sqls;
  if (conditions.length === 0) return { parts: [], words: undefined };
  const others = conditions.map((_, at) => conditions.flatMap((__, other) => (other === at ? [] : [other])));
  const combinations = [...others, ...conditions.map((_, at) => [at])];
  const asked = { replica, base: { sql: "true", values }, conditions, combinations };
  const counted = await selectCombinations(await deps.replicas.engine(), asked, signal);
  const impactAt = (at: number): ConditionImpact => ({
    withoutIt: counted[at]?.items ?? 0,
    alone: counted[conditions.length + at]?.items ?? 0,
  });
  return {
    parts: parts.map((part, at) => ({ where: printPredicate(part), ...impactAt(at) })),
    words: words.length > 0 ? impactAt(parts.length) : undefined,
  };
};
