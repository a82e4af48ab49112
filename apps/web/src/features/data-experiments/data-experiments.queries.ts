import type { DataExperiment, dataExperimentsRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { dataExperimentCalls } from "../../lib/api/clients/data/data-experiments.ts";
import { experimentCalls } from "../../lib/api/clients/data/experiments.ts";
import { packageCalls } from "../../lib/api/clients/data/packages.ts";
import { leaderboardsCalls } from "../../lib/api/clients/leaderboards.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";

type Table = typeof dataExperimentsRoutes;
type Query<K extends keyof Table> = RouteInput<Table[K]> extends { query: infer Q } ? Q : never;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;

const ALL = ["data-experiments"] as const;
/** While the data of arms are compared, or a run goes on. */
const WATCH_MS = 5_000;
/** More are found by typing. */
const CHOICES = 50;

export type NewDataExperiment = Body<"createDataExperiment">;

export const dataExperimentsQuery = (query: Omit<Query<"listDataExperiments">, "cursor">) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "list", query],
    queryFn: ({ pageParam, ...context }) =>
      dataExperimentCalls.listDataExperiments(
        { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } },
        context,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

const isMoving = ({ comparisons, arms }: DataExperiment): boolean =>
  comparisons.some(({ status }) => status === "Waiting" || status === "Running") ||
  arms.some(({ runs }) => runs.some(({ status }) => status === "Running"));

const detailKey = (id: string) => [...ALL, "detail", id] as const;

export const dataExperimentQuery = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: (context) => dataExperimentCalls.getDataExperiment({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? WATCH_MS : false),
  });

export const proposedRunsQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...ALL, "proposals", id, revision],
    queryFn: (context) => dataExperimentCalls.listProposedRuns({ params: { id } }, context),
    meta: { silent: true },
  });

/** The newest runs, or those whose name or owner has these words. */
export const runChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...ALL, "runs", q],
    queryFn: (context) => experimentCalls.listRuns({ query: { limit: CHOICES, ...(q !== "" && { q }) } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const metricChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...ALL, "metrics", q],
    queryFn: (context) =>
      experimentCalls.listRunColumns({ query: { kind: "metric", limit: CHOICES, ...(q !== "" && { q }) } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const packageChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...ALL, "packages", q],
    queryFn: (context) =>
      packageCalls.listPackages(
        { query: { status: "Ready", limit: CHOICES, offset: 0, ...(q !== "" && { q }) } },
        context,
      ),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

/** Tasks whose judging has ended, newest first, or those with these words in their name. */
export const finishedTasksQuery = (q: string) =>
  queryOptions({
    queryKey: [...ALL, "judged", q],
    queryFn: (context) =>
      tasksCalls.listTasks(
        { query: { status: "Finished", page: 1, page_size: CHOICES, ...(q !== "" && { q }) } },
        context,
      ),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

/** The columns that were compared in pairs; none when clips were rated one by one. */
export const judgedColumnsQuery = (taskId: string) =>
  queryOptions({
    queryKey: [...ALL, "columns", taskId],
    queryFn: (context) => leaderboardsCalls.getBoard({ params: { id: taskId }, query: {} }, context),
    select: ({ axes }) => axes.find(({ kind }) => kind === "choice")?.entries ?? [],
    meta: { silent: true },
  });

/** The reply is the experiment as it is now. */
const keep = (cache: QueryClient, experiment: DataExperiment): void => {
  cache.setQueryData(detailKey(experiment.id), experiment);
  void cache.invalidateQueries({ queryKey: [...ALL, "list"] });
};

export const useCreateDataExperiment = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDataExperiment) => dataExperimentCalls.createDataExperiment({ body }),
    onSuccess: (made) => keep(cache, made),
  });
};

export const useAttachRuns = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"attachRuns">) => dataExperimentCalls.attachRuns({ params: { id }, body }),
    onSuccess: (made) => keep(cache, made),
  });
};

export const useDetachRun = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => dataExperimentCalls.detachRun({ params: { id }, body: { run_id: runId } }),
    onSuccess: (made) => keep(cache, made),
  });
};

export const useAttachJudging = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"attachJudging">) => dataExperimentCalls.attachJudging({ params: { id }, body }),
    onSuccess: (made) => keep(cache, made),
  });
};

export const useDetachJudging = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string) => dataExperimentCalls.detachJudging({ params: { id }, body: { task_id: taskId } }),
    onSuccess: (made) => keep(cache, made),
  });
};

export const useCompareArms = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => dataExperimentCalls.compareArms({ params: { id } }),
    onSuccess: (made) => keep(cache, made),
  });
};

/** Decides, or opens again without a choice. After a refusal the page shows what changed. */
export const useDecide = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ chosen, ...body }: Omit<Body<"decideDataExperiment">, "chosen"> & { chosen?: number | null }) =>
      chosen === undefined
        ? dataExperimentCalls.reopenDataExperiment({ params: { id }, body })
        : dataExperimentCalls.decideDataExperiment({ params: { id }, body: { ...body, chosen } }),
    onSuccess: (made) => keep(cache, made),
    onError: () => cache.invalidateQueries({ queryKey: detailKey(id) }),
  });
};
