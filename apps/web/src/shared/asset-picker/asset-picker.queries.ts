import type { PickableKind, UsableAsset } from "@dailies/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueries } from "@tanstack/react-query";
import { assetsCalls } from "../../lib/api/clients/assets.ts";

export interface UsableList {
  readonly kind: PickableKind;
  readonly scope: "all" | "mine" | "shared";
  readonly folder?: string | undefined;
  readonly q?: string | undefined;
}

const PAGE_ITEMS = 48;
const CHECK_MS = 2000;
/** Signed URLs in the replies stay valid for ten minutes. */
const FRESH_MS = 60_000;

export const usableAssetsQuery = (list: UsableList) =>
  infiniteQueryOptions({
    queryKey: ["assets", "usable", list],
    queryFn: ({ pageParam, signal }) =>
      assetsCalls.listUsableAssets({ query: { ...list, limit: PAGE_ITEMS, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: FRESH_MS,
    // The list keeps its place and the focus while a search is answered.
    placeholderData: keepPreviousData,
    // The dialog shows this error itself.
    meta: { silent: true },
  });

export const usableAssetQuery = (id: string) =>
  queryOptions({
    queryKey: ["assets", "usable-one", id],
    queryFn: ({ signal }) => assetsCalls.getUsableAsset({ query: { id } }, { signal }),
    staleTime: FRESH_MS,
    retry: false,
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data?.status === "Quarantined" ? CHECK_MS : false),
  });

export const usableFoldersQuery = (kind: PickableKind) =>
  queryOptions({
    queryKey: ["assets", "usable-folders", kind],
    queryFn: ({ signal }) => assetsCalls.listUsableFolders({ query: { kind } }, { signal }),
    staleTime: FRESH_MS,
    meta: { silent: true },
  });

/** The assets with these ids that are still usable, in the same order. */
export const useUsableAssets = (ids: readonly string[]): { items: UsableAsset[]; isPending: boolean } =>
  useQueries({
    queries: ids.map(usableAssetQuery),
    combine: (results) => ({
      items: results.flatMap(({ data }) => (data?.status === "Ready" ? [data] : [])),
      isPending: results.some((result) => result.isPending),
    }),
  });
