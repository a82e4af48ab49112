import type { storageRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { storageCalls } from "../../../lib/api/clients/data/storage.ts";

type Table = typeof storageRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;

const PROFILES = ["storage", "profiles"] as const;

export const profilesQuery = queryOptions({
  queryKey: PROFILES,
  queryFn: (context) => storageCalls.listStorageProfiles({}, context),
  // The drawers show this error themselves.
  meta: { silent: true },
});

export const browseQuery = (uri: string) =>
  queryOptions({
    queryKey: ["storage", "browse", uri],
    queryFn: (context) => storageCalls.browseStorage({ query: { uri } }, context),
    meta: { silent: true },
    staleTime: 30_000,
  });

const useAct = <Input, Reply>(act: (input: Input) => Promise<Reply>) => {
  const cache = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => cache.invalidateQueries({ queryKey: PROFILES }) });
};

export const useCreateProfile = () =>
  useAct((body: Body<"createStorageProfile">) => storageCalls.createStorageProfile({ body }));

export const useUpdateProfile = (id: string) =>
  useAct((body: Body<"updateStorageProfile">) => storageCalls.updateStorageProfile({ params: { id }, body }));

export const useDeleteProfile = () => useAct((id: string) => storageCalls.deleteStorageProfile({ params: { id } }));

export const useTestProfile = () => useAct((id: string) => storageCalls.testStorageProfile({ params: { id } }));
