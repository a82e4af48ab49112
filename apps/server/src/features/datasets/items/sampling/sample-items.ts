import type { DatasetRow, SAMPLE_STRATEGIES } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { ItemsDeps } from "../items-deps.ts";
import type { QueryStats } from "../query/answer-in-time.ts";
import { type ItemQuery, openSelection } from "../query/open-selection.ts";
import type { Selection } from "../query/selection.ts";
import { doubleSql } from "../replica/double-sql.ts";
import { selectDeciles, selectDrawn, selectDrawnByStratum } from "../replica/sample.store.ts";
import { chooseColumns, fetchItems } from "../rows/fetch-items.ts";
import { queryStatsOf } from "../rows/list-items.ts";
import { readFeatures } from "../rows/read-features.ts";
import { chooseFarthest } from "./farthest-first.rules.ts";

export interface SampleQuery extends ItemQuery {
  readonly count: number;
  readonly seed: number;
  readonly strategy: (typeof SAMPLE_STRATEGIES)[number];
  /** The column that a stratified sample is balanced over. */
  readonly by: string;
}

export interface Sample extends QueryStats {
  readonly items: readonly DatasetRow[];
  readonly total: number;
}

const MAX_STRATA = 50;
const MAX_VALUES = 10_000;
const FEW_NUMBERS = 10;
/** The most different items are chosen among this many random ones, because comparing a large dataset is too expensive. */
const CANDIDATES = 2_000;

type Deps = Pick<ItemsDeps, "db" | "replicas" | "tableReader" | "rowLists">;

/** Deterministic for the same seed, query and version. */
export const sampleItems = async (
  deps: Deps,
  datasetId: string,
  query: SampleQuery,
  signal: AbortSignal,
): Promise<Sample> => {
  const startedMs = performance.now();
  const selection = await openSelection(deps, datasetId, query, signal);
  const ordinals = await draw(deps, selection, query, signal);
  const { source, replica } = selection;
  const columns = chooseColumns(source, undefined);
  const items = await fetchItems(deps, { source, replica, ordinals, columns }, signal);
  const total = await deps.rowLists.count(selection, signal);
  return { ...queryStatsOf(selection, startedMs), items, total, isTotalExact: replica.isWhole };
};

const draw = async (deps: Deps, selection: Selection, query: SampleQuery, signal: AbortSignal): Promise<number[]> => {
  const engine = await deps.replicas.engine();
  if (query.strategy === "stratified") return drawStratified(deps, selection, query, signal);
  if (query.strategy === "random") return selectDrawn(engine, selection, query, signal);
  const candidates = await selectDrawn(engine, selection, { count: CANDIDATES, seed: query.seed }, signal);
  const { ordinals, points } = await readFeatures(deps, selection, candidates, signal);
  const chosen = await chooseFarthest(points, query.count, signal);
  return chosen.flatMap((at) => ordinals[at] ?? []);
};

const drawStratified = async (
  { replicas }: Deps,
  selection: Selection,
  { by, count, seed }: SampleQuery,
  signal: AbortSignal,
): Promise<number[]> => {
  const engine = await replicas.engine();
  const stratumSql = await stratumOf(replicas, selection, by, signal);
  const strata = await selectDrawnByStratum(
    engine,
    selection,
    { stratumSql, count, seed, maxStrata: MAX_STRATA },
    signal,
  );
  return dealOut(strata, count);
};

const stratumOf = async (
  replicas: ItemsDeps["replicas"],
  selection: Selection,
  by: string,
  signal: AbortSignal,
): Promise<string> => {
  const column = selection.replica.byName.get(by);
  const isOffered = selection.source.columns.some(({ name, is_indexed }) => name === by && is_indexed);
  if (!column || !isOffered) throw new DomainError("invalid", "name the column to stratify the sample by");
  const { id, type, stats } = column;
  if (type === "BOOLEAN" || stats.distinct <= FEW_NUMBERS) return id;
  if (type === "VARCHAR") {
    if (stats.distinct <= MAX_VALUES) return id;
    throw new DomainError("invalid", `nearly every item has another ${by}: choose a column with fewer values`);
  }
  const ends = await selectDeciles(await replicas.engine(), selection, column, signal);
  const cases = ends.map((end, at) => `when ${id} <= ${doubleSql(end)} then ${at}`);
  return `(case when ${id} is null then null ${cases.join(" ")} else ${ends.length} end)`;
};

/** Round-robin over the strata, until there are enough or none are left. */
const dealOut = (strata: readonly (readonly number[])[], count: number): number[] => {
  const dealt: number[] = [];
  const longest = Math.max(0, ...strata.map((stratum) => stratum.length));
  for (let round = 0; round < longest && dealt.length < count; round++) {
    for (const stratum of strata) {
      const ordinal = stratum[round];
      if (ordinal !== undefined && dealt.length < count) dealt.push(ordinal);
    }
  }
  return dealt;
};
