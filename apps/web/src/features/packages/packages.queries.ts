import type { PackageComparison, PackageDetail, PackageSummary, packagesRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { packageCalls } from "../../lib/api/clients/data/packages.ts";
import { isUnderWay } from "./package.rules.ts";

type Table = typeof packagesRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
type Query<K extends keyof Table> = RouteInput<Table[K]> extends { query: infer Q } ? Q : never;

export type PackagesQuery = Query<"listPackages">;
export type LeftOutQuery = Query<"listLeftOutItems">;
interface PackagePage {
  items: PackageSummary[];
  total: number;
}

const ALL = ["packages"] as const;
const WATCH_MS = 2_000;
/** Others may create packages. */
const RENEW_MS = 15_000;
/** A verification of a ready package may end. */
const RENEW_ONE_MS = 5_000;

export const packagesQuery = (query: PackagesQuery) =>
  queryOptions({
    queryKey: [...ALL, "list", query],
    queryFn: (context): Promise<PackagePage> => packageCalls.listPackages({ query }, context),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? WATCH_MS : RENEW_MS),
  });

export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "detail", id],
    queryFn: (context): Promise<PackageDetail> => packageCalls.getPackage({ params: { id } }, context),
    // The page shows this error itself.
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCH_MS : RENEW_ONE_MS),
  });

interface PageOptions {
  id: string;
  isLive: boolean;
}

export const shardsQuery = ({ id, isLive }: PageOptions, query: Query<"listPackageShards">) =>
  queryOptions({
    queryKey: [...ALL, "shards", id, query],
    queryFn: (context) => packageCalls.listPackageShards({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: isLive ? WATCH_MS : false,
  });

export const leftOutQuery = ({ id, isLive }: PageOptions, query: LeftOutQuery) =>
  queryOptions({
    queryKey: [...ALL, "left-out", id, query],
    queryFn: (context) => packageCalls.listLeftOutItems({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: isLive ? WATCH_MS : false,
  });

/** Starts the comparison or reads the one that was made: the server compares a pair once. */
export const comparisonQuery = (id: string, againstId: string) =>
  queryOptions({
    queryKey: [...ALL, "comparison", id, againstId],
    queryFn: ({ signal }): Promise<PackageComparison> =>
      packageCalls.comparePackages({ params: { id }, body: { against_id: againstId } }, { signal }),
    meta: { silent: true },
    refetchInterval: ({ state }) =>
      state.data?.status === "Waiting" || state.data?.status === "Running" ? WATCH_MS : false,
  });

export const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
};

export const useCreatePackage = () =>
  useMutation({
    mutationFn: (body: Body<"createPackage">) => packageCalls.createPackage({ body }),
    onSuccess: useRenew(),
  });

export const useRepeatPackage = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"repeatPackage">) => packageCalls.repeatPackage({ params: { id }, body }),
    onSuccess: useRenew(),
  });

export const useDeprecatePackage = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"deprecatePackage">) => packageCalls.deprecatePackage({ params: { id }, body }),
    onSettled: useRenew(),
  });

export const useVerifyPackage = (id: string) =>
  useMutation({ mutationFn: () => packageCalls.verifyPackage({ params: { id } }), onSettled: useRenew() });

export const useCancelPackage = (id: string) =>
  useMutation({ mutationFn: () => packageCalls.cancelPackage({ params: { id } }), onSettled: useRenew() });

export const useDeletePackage = (id: string) =>
  useMutation({ mutationFn: () => packageCalls.deletePackage({ params: { id } }), onSettled: useRenew() });
