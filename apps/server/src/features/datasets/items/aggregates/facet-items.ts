import type { ColumnType, DatasetColumn } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { isOutOfTime, type QueryStats } from "../query/answer-in-time.ts";
import { type ItemQuery, openSelection } from "../query/open-selection.ts";
import type { Selection } from "../query/selection.ts";
import { type CountedValue, selectFrequencies, selectHistograms } from "../replica/aggregates.store.ts";
import { queryStatsOf } from "../rows/list-items.ts";

export interface FacetQuery extends ItemQuery {
  readonly fields?: readonly string[] | undefined;
}

export interface ItemFacet {
  readonly field: string;
  readonly type: ColumnType;
  readonly nulls: number;
  readonly fullNulls: number;
  readonly histogram: { edges: readonly number[]; counts: readonly number[]; fullCounts: readonly number[] } | null;
  readonly values: readonly { value: CountedValue["value"]; count: number; fullCount: number }[] | null;
  readonly distinct: number | null;
}

export interface FacetAnswer extends QueryStats {
  readonly facets: readonly ItemFacet[];
  readonly total: number;
  readonly fullTotal: number;
}

const SHOWN_VALUES = 20;
const MAX_FIELDS = 60;

type Deps = Pick<ItemsDeps, "db" | "replicas" | "fullFacets">;

/** Facets under a filter, compared to those of the whole dataset; all histograms take one scan. */
export const facetItems = async (
  deps: Deps,
  datasetId: string,
  query: FacetQuery,
  signal: AbortSignal,
): Promise<FacetAnswer> => {
  const startedMs = performance.now();
  const selection = await openSelection(deps, datasetId, query, signal);
  const columns = chooseFields(selection, query.fields);
  const facets: ItemFacet[] = [];
  let total = 0;
  let hasTimedOut = false;
  try {
    const counted = await countHistograms(deps, selection, columns, signal);
    total = counted.total;
    for (const [at, column] of columns.entries()) {
      facets.push(await describeFacet(deps, selection, column, { total, counted: counted.columns[at] }, signal));
    }
  } catch (error) {
    if (!isOutOfTime(signal)) throw error;
    hasTimedOut = true;
  }
  const how = queryStatsOf(selection, startedMs);
  const { replica } = selection;
  return {
    ...how,
    facets,
    total,
    fullTotal: replica.rows,
    isTotalExact: replica.isWhole,
    isPartial: hasTimedOut || how.isPartial,
    hasTimedOut,
  };
};

const chooseFields = ({ source, replica }: Selection, asked: readonly string[] | undefined): DatasetColumn[] => {
  const offered = source.columns.filter(({ name, is_indexed }) => is_indexed && replica.byName.has(name));
  if (!asked) return offered.slice(0, MAX_FIELDS);
  const unknown = asked.find((name) => !offered.some((column) => column.name === name));
  if (unknown !== undefined)
    throw new DomainError("invalid", `there is nothing to count in ${JSON.stringify(unknown)}`);
  return offered.filter(({ name }) => asked.includes(name));
};

type Counted = Awaited<ReturnType<typeof selectHistograms>>;

const countHistograms = async (
  { replicas, fullFacets }: Deps,
  selection: Selection,
  columns: readonly DatasetColumn[],
  signal: AbortSignal,
): Promise<Counted> => {
  const asks = columns.map(({ name }) => fullFacets.histogramQuery(selection.replica, name));
  const full = await fullFacets.histograms(selection.replica, asks, signal);
  if (selection.isEverything) return { total: selection.replica.rows, columns: full };
  return selectHistograms(await replicas.engine(), selection, asks, signal);
};

const describeFacet = async (
  deps: Deps,
  selection: Selection,
  { name, type }: DatasetColumn,
  { total, counted }: { readonly total: number; readonly counted: Counted["columns"][number] | undefined },
  signal: AbortSignal,
): Promise<ItemFacet> => {
  const { replica } = selection;
  const query = deps.fullFacets.histogramQuery(replica, name);
  const [full] = await deps.fullFacets.histograms(replica, [query], signal);
  const stats = replica.byName.get(name)?.stats;
  return {
    field: name,
    type,
    nulls: total - (counted?.present ?? 0),
    fullNulls: stats?.nulls ?? 0,
    histogram: query.edges
      ? { edges: query.edges, counts: counted?.counts ?? [], fullCounts: full?.counts ?? [] }
      : null,
    values: await countValues(deps, selection, name, signal),
    distinct: stats?.distinct ?? null,
  };
};

/** Only for columns with few enough distinct values to list. */
const countValues = async (
  { replicas, fullFacets }: Deps,
  selection: Selection,
  name: string,
  signal: AbortSignal,
): Promise<ItemFacet["values"]> => {
  const column = selection.replica.byName.get(name);
  if (!column || !fullFacets.isCountable(column)) return null;
  const full = await fullFacets.frequencies(selection.replica, column, signal);
  const current = selection.isEverything
    ? [...full].slice(0, SHOWN_VALUES).map(([value, count]) => ({ value, count }))
    : await selectFrequencies(await replicas.engine(), selection, column, SHOWN_VALUES, signal);
  return current.map(({ value, count }) => ({ value, count, fullCount: full.get(value) ?? count }));
};
