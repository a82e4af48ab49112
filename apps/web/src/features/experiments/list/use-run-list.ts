import type { ExperimentRun, RunColumn } from "@dailies/contract";
import { findRunFilterFault } from "@dailies/contract/experiments/run-filter";
import { EXPERIMENT_RUN_STATUSES, MAX_RUN_COLUMNS } from "@dailies/contract/experiments/schemas";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { columnsQuery, runsQuery } from "../experiments.queries.ts";
import { columnOf, defaultColumns } from "../experiments.rules.ts";

const PAGE_SIZE = 50;

const asList = (value: unknown): unknown => (value === undefined || Array.isArray(value) ? value : [value]);

const schema = z.object({
  experiment: z.uuid().optional(),
  /** A source by its id, or the runs that were logged here. */
  source: z.union([z.literal("here"), z.uuid()]).optional(),
  status: z.enum(EXPERIMENT_RUN_STATUSES).optional(),
  q: z.string().max(200).optional(),
  filter: z.string().max(2_000).optional(),
  /** Columns: `metric:loss`. Absent until somebody chooses. */
  col: z.preprocess(asList, z.array(z.string().max(220)).max(MAX_RUN_COLUMNS)).optional(),
  /** The parameter by which runs are grouped. */
  group: z.string().max(200).optional(),
});
export type RunFilterValues = z.output<typeof schema>;

export interface RunList {
  readonly filters: UrlFilters<RunFilterValues>;
  readonly isFiltered: boolean;
  readonly runs: readonly ExperimentRun[];
  readonly columns: readonly RunColumn[];
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  /** A filter has not found a page yet, and older runs are being looked at. */
  readonly isSearching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly error: unknown;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** The list that the address describes. */
export const useRunList = (): RunList => {
  const filters = useUrlFilters(schema);
  const { experiment, source, status, q, filter, col, group } = filters.values;
  const known = useQuery({
    ...columnsQuery(experiment === undefined ? {} : { experiment_id: experiment }),
    enabled: col === undefined,
  });
  const columns = useMemo(
    () => (col === undefined ? defaultColumns(known.data?.items ?? []) : col.flatMap((text) => columnOf(text) ?? [])),
    [col, known.data],
  );
  const keysOf = (kind: RunColumn["kind"]): string[] =>
    columns.filter((column) => column.kind === kind).map(({ key }) => key);
  const params = [...new Set([...keysOf("param"), ...(group === undefined ? [] : [group])])].slice(0, MAX_RUN_COLUMNS);
  const metrics = keysOf("metric");
  const pages = useInfiniteQuery(
    runsQuery({
      limit: PAGE_SIZE,
      ...(experiment !== undefined && { experiment_id: experiment }),
      ...(source !== undefined && { source_id: source }),
      ...(status && { status }),
      ...(q && { q }),
      // The box of the filter says what is wrong with one that cannot be read.
      ...(filter && !findRunFilterFault(filter) && { filter }),
      ...(params.length > 0 && { param: params }),
      ...(metrics.length > 0 && { metric: metrics }),
    }),
  );
  const runs = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const isSearching = pages.hasNextPage && runs.length < PAGE_SIZE && pages.data?.pages.at(-1)?.is_partial === true;
  const { fetchNextPage, isFetching, isError } = pages;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  return {
    filters,
    isFiltered: [experiment, source, status, q, filter].some(Boolean),
    runs,
    columns,
    isPending: pages.isPending,
    isPlaceholderData: pages.isPlaceholderData,
    isSearching,
    hasNextPage: pages.hasNextPage,
    isFetchingNextPage: pages.isFetchingNextPage,
    error: pages.error,
    loadMore: () => void fetchNextPage(),
    retry: () => void pages.refetch(),
  };
};
