import {
  CONFIG_KEY,
  type ConfigItem,
  type createConfigBody,
  type settingsRoutes,
  type updateConfigBody,
} from "@dailies/contract";
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import { settingsCalls } from "../../lib/api/clients/settings.ts";

type ListBody = z.input<typeof settingsRoutes.listConfigs.body>;
type ImportItems = z.input<typeof settingsRoutes.importConfigs.body>["items"];

const ALL = ["settings"] as const;
const WAITING_SHOWN = 4;

export const configsQuery = (body: ListBody) =>
  queryOptions({
    queryKey: [...ALL, "list", body],
    queryFn: ({ signal }) => settingsCalls.listConfigs({ body }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The first unpublished drafts, across all namespaces. */
export const waitingQuery = configsQuery({ status: "draft", limit: WAITING_SHOWN });

/** Null if the key does not exist. */
export const configQuery = (key: string) =>
  queryOptions({
    queryKey: [...ALL, "key", key],
    queryFn: async ({ signal }) => {
      // A hand-edited URL: an invalid key cannot exist.
      if (!CONFIG_KEY.test(key)) return null;
      const { items } = await settingsCalls.getConfigs({ body: { keys: [key] } }, { signal });
      return items[0] ?? null;
    },
  });

export const knownKeysQuery = (keys: string[]) =>
  queryOptions({
    queryKey: [...ALL, "known", keys],
    queryFn: async ({ signal }) => {
      const { items } = await settingsCalls.getConfigs({ body: { keys } }, { signal });
      return items.map(({ key }) => key);
    },
    enabled: keys.length > 0,
  });

export const historyQuery = (key: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "history", key],
    queryFn: ({ signal, pageParam }) => settingsCalls.listVersions({ body: { key, before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.version : undefined),
  });

const keepItem = (cache: QueryClient, item: ConfigItem): void => {
  cache.setQueryData(configQuery(item.key).queryKey, item);
};

/** A mutation of one key: its response is written to the cache, and all related queries are invalidated. */
const useAct = <Body>(act: (body: Body) => Promise<ConfigItem>) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (item) => keepItem(cache, item),
    onSettled: () => Promise.all([ALL, ["approvals"]].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
};

interface NamedVersion {
  key: string;
  expected_version: number;
}

export const useCreateConfig = () =>
  useAct((body: z.input<typeof createConfigBody>) => settingsCalls.createConfig({ body }));
export const useUpdateConfig = () =>
  useAct((body: z.input<typeof updateConfigBody>) => settingsCalls.updateConfig({ body }));
export const usePublishConfig = () =>
  useAct((body: NamedVersion & { comment: string }) => settingsCalls.publishConfig({ body }));
export const useRollBackConfig = () =>
  useAct((body: NamedVersion & { version: number; comment: string }) => settingsCalls.rollBackConfig({ body }));
export const useRestoreConfig = () => useAct((body: NamedVersion) => settingsCalls.restoreConfig({ body }));

export const useDeleteConfig = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NamedVersion) => settingsCalls.deleteConfig({ body }),
    // Not awaited: after deleting a key the screen leaves it before a refetch would find it missing.
    onSettled: () => void cache.invalidateQueries({ queryKey: ALL }),
  });
};

export const useImportConfigs = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { items: ImportItems; is_dry_run: boolean }) => settingsCalls.importConfigs({ body }),
    onSettled: (_rows, _error, { is_dry_run }) => (is_dry_run ? undefined : cache.invalidateQueries({ queryKey: ALL })),
  });
};

export const useExportConfigs = () =>
  useMutation({ mutationFn: (namespace: string | undefined) => settingsCalls.exportConfigs({ body: { namespace } }) });
