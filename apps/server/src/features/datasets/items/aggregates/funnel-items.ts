import { allOf, droppedBy, type Predicate, printPredicate } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { ItemsDeps } from "../items-deps.ts";
import type { QueryStats } from "../query/answer-in-time.ts";
import { compileEach, compilePredicate } from "../query/compile-predicate.ts";
import {
  checkAgainst,
  checkReadable,
  getItemVersion,
  readPredicate,
  readWords,
  select,
  timesOf,
} from "../query/open-selection.ts";
import { type CountedStep, selectCombinations } from "../replica/aggregates.store.ts";
import { queryStatsOf } from "../rows/list-items.ts";

export interface FunnelStep extends CountedStep {
  readonly where: string;
  readonly dropped: number;
  readonly droppedWhere: string;
}

export interface Funnel extends QueryStats {
  readonly full: CountedStep;
  readonly steps: readonly FunnelStep[];
}

const readStep = (text: string): Predicate => {
  const predicate = readPredicate(text);
  if (!predicate) throw new DomainError("invalid", "a step needs a condition");
  return predicate;
};

export interface FunnelQuery {
  readonly steps: readonly string[];
  readonly q: string;
  readonly version?: number | undefined;
}

/** How many of the search results remain after each filter step, all counted in one scan. */
export const funnelItems = async (
  deps: Pick<ItemsDeps, "db" | "replicas">,
  datasetId: string,
  query: FunnelQuery,
  signal: AbortSignal,
): Promise<Funnel> => {
  const startedMs = performance.now();
  const steps = query.steps.map(readStep);
  const words = readWords(query.q);
  const source = await getItemVersion(deps, datasetId, query.version);
  checkAgainst(source, allOf(...steps));
  const replica = await deps.replicas.open(source, signal);
  checkReadable(replica, allOf(...steps));
  const columns = { byName: replica.byName, times: timesOf(source) };
  const { sqls, values } = compileEach(steps, columns);
  const upTo = steps.map((_, at) => Array.from({ length: at + 1 }, (__, before) => before));
  const base = compilePredicate(undefined, words, columns, values);
  const asked = { replica, base, conditions: sqls, combinations: [[], ...upTo] };
  const [full = NOTHING, ...left] = await selectCombinations(await deps.replicas.engine(), asked, signal);
  const how = queryStatsOf(select(source, replica, undefined), startedMs);
  const told = steps.map((step, at) =>
    describe(steps.slice(0, at), step, { had: left[at - 1] ?? full, left: left[at] ?? NOTHING }),
  );
  return { ...how, isTotalExact: replica.isWhole, full, steps: told };
};

const NOTHING: CountedStep = { items: 0, durationS: 0 };

const describe = (
  before: readonly Predicate[],
  step: Predicate,
  { had, left }: { readonly had: CountedStep; readonly left: CountedStep },
): FunnelStep => ({
  ...left,
  where: printPredicate(step),
  dropped: had.items - left.items,
  droppedWhere: printPredicate(droppedBy(allOf(...before), step)),
});
