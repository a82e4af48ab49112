import type { datasetItemRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { itemCalls } from "../../../lib/api/clients/datasets.ts";

type Table = typeof datasetItemRoutes;
type SampleOptions = Omit<RouteInput<Table["sampleItems"]>["query"], "version">;

/** One version of a dataset: immutable, so its data can be cached. */
export interface SetVersion {
  readonly id: string;
  readonly version: number;
}

/** What selects the items, independent of how they are displayed. */
export interface Choice {
  readonly where: string;
  readonly q: string;
}

export interface ItemList extends Choice {
  readonly order: string;
  /** In addition to the columns every item has. */
  readonly columns: readonly string[];
}

/** The default page size of the items. */
export const PAGE_ITEMS = 30;
/** A version is immutable, so cached data stays valid; only partial results are refetched. */
const STAYS = 10 * 60_000;
const PARTIAL_MS = 3_000;
const SIMILAR = 12;

interface HowSure {
  readonly partial: boolean;
  readonly total_exact: boolean;
  readonly timed_out: boolean;
}
interface Asked {
  readonly state: { readonly data: HowSure | undefined };
}
/** A query that timed out would time out again, so it is retried only on request. */
const untilSure = ({ state: { data } }: Asked): number | false =>
  data && !data.timed_out && (data.partial || !data.total_exact) ? PARTIAL_MS : false;
const unlessStopped = ({ state }: Asked): number => (state.data?.timed_out ? 0 : STAYS);

const keyOf = (what: string, { id, version }: SetVersion, ...rest: unknown[]) =>
  ["datasets", what, id, version, ...rest] as const;

export const itemPageQuery = (set: SetVersion, { where, q, order, columns }: ItemList, offset: number) =>
  queryOptions({
    queryKey: keyOf("items", set, where, q, order, columns, offset),
    queryFn: ({ signal }) =>
      itemCalls.listItems(
        {
          params: { id: set.id },
          body: {
            offset,
            page_size: PAGE_ITEMS,
            where,
            q,
            order_by: order,
            columns: [...columns],
            version: set.version,
            filters: [],
          },
        },
        { signal },
      ),
    staleTime: unlessStopped,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchInterval: untilSure,
  });

export const sampleQuery = (set: SetVersion, options: SampleOptions) =>
  queryOptions({
    queryKey: keyOf("sample", set, options),
    queryFn: (context) =>
      itemCalls.sampleItems({ params: { id: set.id }, query: { ...options, version: String(set.version) } }, context),
    staleTime: STAYS,
    structuralSharing: false,
  });

export const itemQuery = (set: SetVersion, ordinal: number) =>
  queryOptions({
    queryKey: keyOf("item", set, ordinal),
    queryFn: (context) =>
      itemCalls.getItem(
        { params: { id: set.id, ordinal: String(ordinal) }, query: { version: String(set.version) } },
        context,
      ),
    staleTime: STAYS,
    // The drawer shows this error itself.
    meta: { silent: true },
  });

export const similarQuery = (set: SetVersion, ordinal: number) =>
  queryOptions({
    queryKey: keyOf("similar", set, ordinal),
    queryFn: (context) =>
      itemCalls.listSimilar(
        { params: { id: set.id, ordinal: String(ordinal) }, query: { count: SIMILAR, version: String(set.version) } },
        context,
      ),
    staleTime: STAYS,
    meta: { silent: true },
  });

export const facetsQuery = (set: SetVersion, { where, q }: Choice, fields: readonly string[]) =>
  queryOptions({
    queryKey: keyOf("facets", set, fields, where, q),
    queryFn: ({ signal }) =>
      itemCalls.facetItems(
        { params: { id: set.id }, body: { fields: [...fields], where, q, version: set.version, filters: [] } },
        { signal },
      ),
    staleTime: unlessStopped,
    refetchOnWindowFocus: false,
    // Keep the bars while new counts load, so that nothing jumps during a drag.
    placeholderData: keepPreviousData,
    refetchInterval: untilSure,
    meta: { silent: true },
  });

export const valuesQuery = (set: SetVersion, field: string, startsWith: string) =>
  queryOptions({
    queryKey: keyOf("values", set, field, startsWith),
    queryFn: ({ signal }) =>
      itemCalls.searchValues(
        { params: { id: set.id }, body: { field, starts_with: startsWith, version: set.version } },
        { signal },
      ),
    staleTime: STAYS,
    meta: { silent: true },
  });

export const funnelQuery = (set: SetVersion, q: string, steps: readonly string[]) =>
  queryOptions({
    queryKey: keyOf("funnel", set, q, steps),
    queryFn: ({ signal }) =>
      itemCalls.funnelItems(
        { params: { id: set.id }, body: { steps: [...steps], q, version: set.version } },
        { signal },
      ),
    staleTime: STAYS,
    refetchInterval: untilSure,
    meta: { silent: true },
  });

export const bucketsQuery = (set: SetVersion, { where, q }: Choice) =>
  queryOptions({
    queryKey: keyOf("buckets", set, where, q),
    queryFn: ({ signal }) =>
      itemCalls.bucketItems(
        { params: { id: set.id }, body: { where, q, version: set.version, filters: [] } },
        { signal },
      ),
    staleTime: STAYS,
    placeholderData: keepPreviousData,
    refetchInterval: untilSure,
    meta: { silent: true },
  });

export const explainQuery = (set: SetVersion, { where, q }: Choice) =>
  queryOptions({
    queryKey: keyOf("explain", set, where, q),
    queryFn: ({ signal }) =>
      itemCalls.explainEmpty(
        { params: { id: set.id }, body: { where, q, version: set.version, filters: [] } },
        { signal },
      ),
    staleTime: STAYS,
    meta: { silent: true },
  });
