import type { DataItem, SAMPLE_STRATEGIES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { How } from "./answer-in-time.ts";
import { chooseFarthest } from "./farthest-first.rules.ts";
import { chooseColumns, fetchItems } from "./fetch-items.ts";
import type { ItemsDeps } from "./items-deps.ts";
import { doubleSql } from "./lens/double-sql.ts";
import { selectDeciles, selectDrawn, selectDrawnByStratum } from "./lens/sample.store.ts";
import { howOf } from "./list-items.ts";
import { type ItemQuery, openSelection, type Selection } from "./open-selection.ts";
import { readFeatures } from "./read-features.ts";

export interface SampleAsk extends ItemQuery {
  readonly count: number;
  readonly seed: number;
  readonly strategy: (typeof SAMPLE_STRATEGIES)[number];
  /** The column that a stratified sample is even over. */
  readonly by: string;
}

export interface Sample extends How {
  readonly items: readonly DataItem[];
  readonly total: number;
}

const MAX_STRATA = 50;
const MAX_VALUES = 10_000;
const FEW_NUMBERS = 10;
/** Of so many drawn ones the most different are chosen: all of a large set could not be compared. */
const CANDIDATES = 2_000;

type Deps = Pick<ItemsDeps, "db" | "lenses" | "itemTables" | "rowLists">;

/** The same for the same seed, question and version. */
export const sampleItems = async (
  deps: Deps,
  datasetId: string,
  ask: SampleAsk,
  signal: AbortSignal,
): Promise<Sample> => {
  const startedMs = performance.now();
  const selection = await openSelection(deps, datasetId, ask, signal);
  const ordinals = await draw(deps, selection, ask, signal);
  const { source, lens } = selection;
  const columns = chooseColumns(source, undefined);
  const items = await fetchItems(deps, { source, lens, ordinals, columns }, signal);
  const total = await deps.rowLists.count(selection, signal);
  return { ...howOf(selection, startedMs), items, total, isTotalExact: lens.isWhole };
};

const draw = async (deps: Deps, selection: Selection, ask: SampleAsk, signal: AbortSignal): Promise<number[]> => {
  const engine = await deps.lenses.engine();
  if (ask.strategy === "stratified") return drawStratified(deps, selection, ask, signal);
  if (ask.strategy === "random") return selectDrawn(engine, selection, ask, signal);
  const candidates = await selectDrawn(engine, selection, { count: CANDIDATES, seed: ask.seed }, signal);
  const { ordinals, points } = await readFeatures(deps, selection, candidates, signal);
  const chosen = await chooseFarthest(points, ask.count, signal);
  return chosen.flatMap((at) => ordinals[at] ?? []);
};

const drawStratified = async (
  { lenses }: Deps,
  selection: Selection,
  { by, count, seed }: SampleAsk,
  signal: AbortSignal,
): Promise<number[]> => {
  const engine = await lenses.engine();
  const stratumSql = await stratumOf(lenses, selection, by, signal);
  const strata = await selectDrawnByStratum(
    engine,
    selection,
    { stratumSql, count, seed, maxStrata: MAX_STRATA },
    signal,
  );
  return dealOut(strata, count);
};

const stratumOf = async (
  lenses: ItemsDeps["lenses"],
  selection: Selection,
  by: string,
  signal: AbortSignal,
): Promise<string> => {
  const column = selection.lens.byName.get(by);
  const isOffered = selection.source.columns.some(({ name, is_indexed }) => name === by && is_indexed);
  if (!column || !isOffered) throw new DomainError("invalid", "say which column the sample is to be even over");
  const { id, type, stats } = column;
  if (type === "BOOLEAN" || stats.distinct <= FEW_NUMBERS) return id;
  if (type === "VARCHAR") {
    if (stats.distinct <= MAX_VALUES) return id;
    throw new DomainError("invalid", `nearly every item has another ${by}: choose a column with fewer values`);
  }
  const ends = await selectDeciles(await lenses.engine(), selection, column, signal);
  const cases = ends.map((end, at) => `when ${id} <= ${doubleSql(end)} then ${at}`);
  return `(case when ${id} is null then null ${cases.join(" ")} else ${ends.length} end)`;
};

/** One of each in turn, until there are enough or none is left. */
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
