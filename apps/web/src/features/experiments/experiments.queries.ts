import type { experimentsRoutes, Sparkline } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { experimentReportCalls } from "../../lib/api/clients/data/experiment-reports.ts";
import { experimentCalls } from "../../lib/api/clients/data/experiments.ts";
import { createBatchLoader } from "./list/batch-loader.ts";

type Table = typeof experimentsRoutes;
type Query<K extends keyof Table> = RouteInput<Table[K]> extends { query: infer Q } ? Q : never;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;

const ALL = ["experiments"] as const;
/** Programs log every few seconds; a page that shows a running one looks again. */
const WATCH_MS = 10_000;
/** Of experiments and columns; more are found by typing. */
const CHOICES = 100;
/** Of a chart: about one for each two pixels. */
const BUCKETS = 600;
const LOG_CHUNKS = 20;

export const experimentsQuery = (q: string) =>
  queryOptions({
    queryKey: [...ALL, "list", q],
    queryFn: (context) =>
      experimentCalls.listExperiments({ query: { limit: CHOICES, ...(q !== "" && { q }) } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export type RunsFilter = Omit<Query<"listRuns">, "cursor">;
/** Reading many loaded pages again every few seconds would cost more than it shows. */
const MAX_WATCHED_PAGES = 2;

export const runsQuery = (query: RunsFilter) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "runs", query],
    queryFn: ({ pageParam, ...context }) =>
      experimentCalls.listRuns({ query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } }, context),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const isRunning = pages.some(({ items }) => items.some(({ status }) => status === "Running"));
      return isRunning && pages.length <= MAX_WATCHED_PAGES ? WATCH_MS : false;
    },
  });

export const columnsQuery = (asked: Omit<Query<"listRunColumns">, "limit">) =>
  queryOptions({
    queryKey: [...ALL, "columns", asked],
    queryFn: (context) => experimentCalls.listRunColumns({ query: { ...asked, limit: CHOICES } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

/** One request for the sparklines of the rows that came into sight together. */
const loadSparkline = createBatchLoader<Sparkline>(
  async (metric, runIds) =>
    (await experimentCalls.readSparklines({ query: { run_id: [...runIds], metric } }, { meta: { silent: true } }))
      .items,
  ({ run_id: id }) => id,
);

/** `state` makes it another one when the run has logged more. */
export const sparklineQuery = (runId: string, metric: string, state: number) =>
  queryOptions({
    queryKey: [...ALL, "sparkline", metric, runId, state],
    queryFn: () => loadSparkline(metric, runId),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "run", id],
    queryFn: (context) => experimentCalls.getRun({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data?.status === "Running" ? WATCH_MS : false),
  });

export const compareQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...ALL, "compare", ids],
    queryFn: (context) => experimentCalls.compareRuns({ query: { run_id: [...ids] } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === "Running") ? WATCH_MS : false),
  });

export interface CurvesAsked {
  readonly runIds: readonly string[];
  readonly metric: string;
  readonly range: readonly [number, number] | undefined;
  /** Changes when the runs have logged more. */
  readonly state: string;
  /** Curves of a report do not change. */
  readonly reportId: string | undefined;
}

export const curvesQuery = ({ runIds, metric, range, state, reportId }: CurvesAsked) =>
  queryOptions({
    queryKey: [...ALL, "curves", runIds, metric, range, state, reportId],
    queryFn: (context) => {
      if (reportId !== undefined) {
        return experimentReportCalls.readReportCurves({ params: { id: reportId }, query: { metric } }, context);
      }
      return experimentCalls.readCurves(
        {
          query: {
            run_id: [...runIds],
            metric,
            buckets: BUCKETS,
            ...(range && { from_step: range[0], to_step: range[1] }),
          },
        },
        context,
      );
    },
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const sampleStepsQuery = (runIds: readonly string[]) =>
  queryOptions({
    queryKey: [...ALL, "sample-steps", runIds],
    queryFn: (context) => experimentCalls.listSampleSteps({ query: { run_id: [...runIds] } }, context),
    meta: { silent: true },
  });

export const samplesQuery = (runIds: readonly string[], prompts: readonly string[], step: number) =>
  queryOptions({
    queryKey: [...ALL, "samples", runIds, prompts, step],
    queryFn: (context) =>
      experimentCalls.listSamples({ query: { run_id: [...runIds], prompt: [...prompts], step } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const runLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "log", id],
    queryFn: ({ pageParam, ...context }) =>
      experimentCalls.getRunLog(
        { params: { id }, query: { limit: LOG_CHUNKS, ...(pageParam !== undefined && { before: pageParam }) } },
        context,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ items, has_more: hasMore }) => (hasMore ? items[0]?.number : undefined),
    meta: { silent: true },
  });

export const useAnnotateRun = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"annotateRun">) => experimentCalls.annotateRun({ params: { id }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: [...ALL, "run", id] }),
  });
};
