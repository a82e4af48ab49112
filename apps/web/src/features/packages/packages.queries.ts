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
export interface PackagePage {
  items: PackageSummary[];
  total: number;
}

export const PACKAGES = ["packages"] as const;
/** Without the event stream. */
const WATCH_MS = 2_000;
/** Others may create packages, and a verification of a ready one may end. */
const RENEW_MS = 10_000;
/** For events that were missed. */
const LIVE_MS = 30_000;

/** The event stream tells how far packages are: polling is for the time without it. */
const pollMs = (isMoving: boolean, isLive: boolean): number => {
  if (isLive) return LIVE_MS;
  return isMoving ? WATCH_MS : RENEW_MS;
};

export const packagesQuery = (query: PackagesQuery, isLive = false) =>
  queryOptions({
    queryKey: [...PACKAGES, "list", query],
    queryFn: (context): Promise<PackagePage> => packageCalls.listPackages({ query }, context),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs(state.data?.items.some(isUnderWay) ?? false, isLive),
  });

export const packageQuery = (id: string, isLive = false) =>
  queryOptions({
    queryKey: [...PACKAGES, "detail", id],
    queryFn: (context): Promise<PackageDetail> => packageCalls.getPackage({ params: { id } }, context),
    // The page shows this error itself.
    meta: { silent: true },
    refetchInterval: ({ state }) => pollMs(state.data !== undefined && isUnderWay(state.data), isLive),
  });

interface PageOptions {
  id: string;
  isMoving: boolean;
  isLive: boolean;
}

export const shardsQuery = ({ id, isMoving, isLive }: PageOptions, query: Query<"listPackageShards">) =>
  queryOptions({
    queryKey: [...PACKAGES, "rows", id, "shards", query],
    queryFn: (context) => packageCalls.listPackageShards({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: isMoving ? pollMs(isMoving, isLive) : false,
  });

export const leftOutQuery = ({ id, isMoving, isLive }: PageOptions, query: LeftOutQuery) =>
  queryOptions({
    queryKey: [...PACKAGES, "rows", id, "left-out", query],
    queryFn: (context) => packageCalls.listLeftOutItems({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: isMoving ? pollMs(isMoving, isLive) : false,
  });

/** Starts the comparison or reads the one that was made: the server compares a pair once. */
export const comparisonQuery = (id: string, againstId: string) =>
  queryOptions({
    queryKey: [...PACKAGES, "comparison", id, againstId],
    queryFn: ({ signal }): Promise<PackageComparison> =>
      packageCalls.comparePackages({ params: { id }, body: { against_id: againstId } }, { signal }),
    meta: { silent: true },
    refetchInterval: ({ state }) =>
      state.data?.status === "Waiting" || state.data?.status === "Running" ? WATCH_MS : false,
  });

export const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: PACKAGES });
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
