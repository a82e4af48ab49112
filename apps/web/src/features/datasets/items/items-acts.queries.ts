import type { datasetCatalogueRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { catalogueCalls } from "../../../lib/api/clients/datasets.ts";

type Table = typeof datasetCatalogueRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;

const WATCH_MS = 1_500;

export const exportsQuery = (id: string) =>
  queryOptions({
    queryKey: ["datasets", "exports", id],
    queryFn: (context) => catalogueCalls.listItemExports({ params: { id } }, context),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "Waiting" || status === "Running") ? WATCH_MS : false,
    meta: { silent: true },
  });

export const useSaveView = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"saveView">) => catalogueCalls.saveView({ params: { id }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["datasets", "views", id] }),
  });
};

export const useExportItems = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"exportItems">) => catalogueCalls.exportItems({ params: { id }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["datasets", "exports", id] }),
  });
};

export const useCancelExport = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (exportId: string) => catalogueCalls.cancelItemExport({ params: { id: exportId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["datasets", "exports", id] }),
  });
};
