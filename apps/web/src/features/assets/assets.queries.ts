import type { assetsRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsCalls } from "../../lib/api/clients/assets.ts";

type Table = typeof assetsRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;

/** A list query without pagination: only what determines its contents and order. */
export type AssetList = Omit<RouteInput<Table["listAssets"]>["query"], "limit" | "offset">;

export const PAGE_ITEMS = 60;
const CHECK_MS = 3000;

export const assetPageQuery = (list: AssetList, page: number) =>
  queryOptions({
    queryKey: ["assets", "list", list, page],
    queryFn: (context) =>
      assetsCalls.listAssets({ query: { ...list, limit: PAGE_ITEMS, offset: page * PAGE_ITEMS } }, context),
    staleTime: 60_000,
    // Every page carries new signed URLs, so comparing pages costs more than rendering them.
    structuralSharing: false,
    // Poll while assets are being checked, until they become ready or rejected.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "Quarantined") ? CHECK_MS : false,
  });

export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: ["assets", "detail", id],
    queryFn: (context) => assetsCalls.getAsset({ query: { id } }, context),
    // The drawer shows this error itself.
    meta: { silent: true },
    refetchInterval: ({ state }) =>
      state.data?.versions.some(({ status }) => status === "Quarantined") ? CHECK_MS : false,
  });

export const referencesQuery = (id: string) =>
  queryOptions({
    queryKey: ["assets", "references", id],
    queryFn: (context) => assetsCalls.listReferences({ query: { id } }, context),
    meta: { silent: true },
  });

export const usageQuery = queryOptions({
  queryKey: ["assets", "usage"],
  queryFn: (context) => assetsCalls.getUsage({}, context),
  meta: { silent: true },
});

export const tagsQuery = queryOptions({
  queryKey: ["assets", "tags"],
  queryFn: (context) => assetsCalls.listTags({ query: {} }, context),
  meta: { silent: true },
});

export const foldersQuery = (parentId: string | undefined) =>
  queryOptions({
    queryKey: ["assets", "folders", parentId ?? "top"],
    queryFn: (context) => assetsCalls.listFolders({ query: { parent_id: parentId } }, context),
    staleTime: 60_000,
    meta: { silent: true },
  });

/** Every mutation invalidates all asset queries: a move changes lists, folders, tags and the quota. */
const useAct = <Input, Reply>(act: (input: Input) => Promise<Reply>) => {
  const cache = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => cache.invalidateQueries({ queryKey: ["assets"] }) });
};

export const useUpdateAssets = () => useAct((body: Body<"updateAssets">) => assetsCalls.updateAssets({ body }));
export const useDeleteAssets = () =>
  useAct((ids: readonly string[]) => assetsCalls.deleteAssets({ body: { ids: [...ids] } }));
export const useCheckAgain = () => useAct((id: string) => assetsCalls.checkAgain({ body: { id } }));
export const useRestoreVersion = () => useAct((body: Body<"restoreVersion">) => assetsCalls.restoreVersion({ body }));
export const useCreateLink = () =>
  useMutation({ mutationFn: (body: Body<"createLink">) => assetsCalls.createLink({ body }) });
export const useEnsureFolder = () => useAct((body: Body<"ensureFolder">) => assetsCalls.ensureFolder({ body }));
export const useUpdateFolder = () => useAct((body: Body<"updateFolder">) => assetsCalls.updateFolder({ body }));
export const useDeleteFolder = () => useAct((id: string) => assetsCalls.deleteFolder({ body: { id } }));
