import type { ClusterItem, ClusterJobDetail, clustersRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { clusterCalls } from "../../lib/api/clients/data/clusters.ts";
import { jobWatchMs, WATCH_MS } from "./clusters.rules.ts";

type Table = typeof clustersRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
type Query<K extends keyof Table> = RouteInput<Table[K]> extends { query: infer Q } ? Q : never;

const ALL = ["clusters"] as const;
const LOG_MS = 3_000;

export const clustersQuery = () =>
  queryOptions({
    queryKey: [...ALL, "list"],
    queryFn: (context): Promise<{ items: ClusterItem[]; total: number }> => clusterCalls.listClusters({}, context),
    meta: { silent: true },
    refetchInterval: WATCH_MS,
  });

export const runningJobsQuery = (id: string, query: Query<"listRunningJobs">) =>
  queryOptions({
    queryKey: [...ALL, "running", id, query],
    queryFn: (context) => clusterCalls.listRunningJobs({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: WATCH_MS,
  });

export const recentJobsQuery = (id: string, query: Query<"listRecentJobs">) =>
  queryOptions({
    queryKey: [...ALL, "recent", id, query],
    queryFn: (context) => clusterCalls.listRecentJobs({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: WATCH_MS * 3,
  });

export const nodesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "nodes", id],
    queryFn: (context) => clusterCalls.listClusterNodes({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: WATCH_MS * 3,
  });

export const rayClustersQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "ray-clusters", id],
    queryFn: (context) => clusterCalls.listRayClusters({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: WATCH_MS * 3,
  });

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "job", id],
    queryFn: (context): Promise<ClusterJobDetail> => clusterCalls.getClusterJob({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data ? jobWatchMs(state.data) : false),
  });

/** `isStill`: paused, or followed as it comes. */
export const jobLogQuery = (id: string, isStill: boolean) =>
  queryOptions({
    queryKey: [...ALL, "log", id],
    queryFn: (context) => clusterCalls.getClusterJobLog({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => (isStill || state.data?.is_final ? false : LOG_MS),
  });

const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
};

export const useCreateCluster = () =>
  useMutation({
    mutationFn: (body: Body<"createCluster">) => clusterCalls.createCluster({ body }),
    onSuccess: useRenew(),
  });

export const useUpdateCluster = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"updateCluster">) => clusterCalls.updateCluster({ params: { id }, body }),
    onSuccess: useRenew(),
  });

export const useDeleteCluster = (id: string) =>
  useMutation({ mutationFn: () => clusterCalls.deleteCluster({ params: { id } }), onSettled: useRenew() });

export const useCheckCluster = (id: string) =>
  useMutation({ mutationFn: () => clusterCalls.checkCluster({ params: { id } }), onSettled: useRenew() });

export const useStopJob = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"stopClusterJob">) => clusterCalls.stopClusterJob({ params: { id }, body }),
    onSettled: useRenew(),
  });
