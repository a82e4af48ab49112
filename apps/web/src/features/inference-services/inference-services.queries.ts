import type { inferenceServicesRoutes, ServiceCluster, ServiceDetail, ServiceSecret } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { serviceCalls } from "../../lib/api/clients/data/inference-services.ts";

type Table = typeof inferenceServicesRoutes;
export type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
type Query<K extends keyof Table> = RouteInput<Table[K]> extends { query: infer Q } ? Q : never;

const ALL = ["inference-services"] as const;
/** The worker polls every five seconds, and these calls read what it wrote. */
const WATCH_MS = 5_000;

export const servicesQuery = (query: Query<"listServices">) =>
  queryOptions({
    queryKey: [...ALL, "list", query],
    queryFn: (context) => serviceCalls.listServices({ query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: WATCH_MS,
  });

export const serviceQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "one", id],
    queryFn: (context): Promise<ServiceDetail> => serviceCalls.getService({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: WATCH_MS,
  });

export const serviceClustersQuery = () =>
  queryOptions({
    queryKey: [...ALL, "clusters"],
    queryFn: (context): Promise<{ items: ServiceCluster[] }> => serviceCalls.listServiceClusters({}, context),
    meta: { silent: true },
    refetchInterval: WATCH_MS,
  });

/** Read again whenever a dialog opens: it decides what happens to others. */
export const callersQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "callers", id],
    queryFn: (context) => serviceCalls.listServiceCallers({ params: { id } }, context),
    meta: { silent: true },
    staleTime: 0,
  });

export const secretsQuery = (scope: "own" | "all" = "own") =>
  queryOptions({
    queryKey: [...ALL, "secrets", scope],
    queryFn: (context): Promise<{ items: ServiceSecret[] }> =>
      serviceCalls.listServiceSecrets({ query: { scope } }, context),
    meta: { silent: true },
  });

/** Asks the cluster now, so an earlier answer is not kept. */
export const previewQuery = (body: Body<"previewService">) =>
  queryOptions({
    queryKey: [...ALL, "preview", body],
    queryFn: ({ signal }) => serviceCalls.previewService({ body }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { silent: true },
  });

const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
};

export const useCreateService = () =>
  useMutation({
    mutationFn: (body: Body<"createService">) => serviceCalls.createService({ body }),
    onSuccess: useRenew(),
  });

export const usePreviewService = () =>
  useMutation({ mutationFn: (body: Body<"previewService">) => serviceCalls.previewService({ body }) });

export const useDeployService = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"deployService">) => serviceCalls.deployService({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useDeleteService = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => serviceCalls.deleteService({ params: { id } }),
    onSettled: async () => {
      // What is open about it may be gone already, so it is read again only when it is opened again.
      await cache.invalidateQueries({ queryKey: ALL, refetchType: "none" });
      await cache.invalidateQueries({ queryKey: [...ALL, "list"] });
    },
  });
};

export const useSaveSecret = () =>
  useMutation({
    mutationFn: (body: Body<"saveServiceSecret">) => serviceCalls.saveServiceSecret({ body }),
    onSuccess: useRenew(),
  });

export const useDeleteSecret = () =>
  useMutation({
    mutationFn: (id: string) => serviceCalls.deleteServiceSecret({ params: { id } }),
    onSettled: useRenew(),
  });
