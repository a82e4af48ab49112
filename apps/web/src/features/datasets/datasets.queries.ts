import type { DatasetDetail, DatasetSummary, datasetCatalogueRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { catalogueCalls } from "../../lib/api/clients/datasets.ts";
import { isUnderWay } from "./dataset.rules.ts";

type Table = typeof datasetCatalogueRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
interface DatasetPage {
  items: DatasetSummary[];
  total: number;
}

const DATASETS = ["datasets"] as const;
const LIST = ["datasets", "list"] as const;
const detailKey = (id: string) => ["datasets", "detail", id] as const;
const viewsKey = (id: string) => ["datasets", "views", id] as const;

const WATCH_MS = 2_000;
/** A list of thousands is megabytes, so it is polled less often. */
const LONG_LIST = 500;
const WATCH_LONG_MS = 15_000;
const HEALTH_MS = 60_000;

const listPollMs = (page: DatasetPage | undefined): number => {
  if (!page?.items.some(isUnderWay)) return HEALTH_MS;
  return page.items.length > LONG_LIST ? WATCH_LONG_MS : WATCH_MS;
};

export const datasetsQuery = queryOptions({
  queryKey: LIST,
  queryFn: (context): Promise<DatasetPage> => catalogueCalls.listDatasets({}, context),
  refetchInterval: ({ state }) => listPollMs(state.data),
});

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: (context): Promise<DatasetDetail> => catalogueCalls.getDataset({ params: { id } }, context),
    // The page shows this error itself.
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCH_MS : HEALTH_MS),
  });

export const viewsQuery = (id: string) =>
  queryOptions({
    queryKey: viewsKey(id),
    queryFn: (context) => catalogueCalls.listViews({ params: { id } }, context),
    meta: { silent: true },
  });

/** Mutations invalidate the list and the dataset's page; the items of a version are immutable. */
const useRenew = (): ((id?: string) => Promise<unknown>) => {
  const cache = useQueryClient();
  return (id) =>
    Promise.all([
      cache.invalidateQueries({ queryKey: LIST }),
      cache.invalidateQueries({ queryKey: id === undefined ? [...DATASETS, "detail"] : detailKey(id) }),
    ]);
};

export const useTryDataset = () =>
  useMutation({ mutationFn: (body: Body<"tryDataset">) => catalogueCalls.tryDataset({ body }) });

export const useCreateDataset = () => {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: Body<"createDataset">) => catalogueCalls.createDataset({ body }),
    onSettled: () => renew(),
  });
};

export const useUpdateDataset = (id: string) => {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: Body<"updateDataset">) => catalogueCalls.updateDataset({ params: { id }, body }),
    onSettled: () => renew(id),
  });
};

const withPin = (page: DatasetPage | undefined, id: string, isPinned: boolean): DatasetPage | undefined =>
  page && { ...page, items: page.items.map((each) => (each.id === id ? { ...each, is_pinned: isPinned } : each)) };

/** Optimistic update; the server's response corrects it. */
export const usePinDataset = () => {
  const cache = useQueryClient();
  const renew = useRenew();
  return useMutation({
    mutationFn: ({ id, is_pinned }: { id: string; is_pinned: boolean }) =>
      catalogueCalls.pinDataset({ params: { id }, body: { is_pinned } }),
    onMutate: ({ id, is_pinned }) => {
      cache.setQueryData<DatasetPage>(LIST, (page) => withPin(page, id, is_pinned));
      cache.setQueryData<DatasetDetail>(detailKey(id), (dataset) => dataset && { ...dataset, is_pinned });
    },
    onSettled: (_reply, _error, { id }) => renew(id),
  });
};

export const useDeleteDataset = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => catalogueCalls.deleteDataset({ params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: LIST }),
  });
};

export const useIndexDataset = (id: string) => {
  const renew = useRenew();
  return useMutation({
    mutationFn: (note: string) => catalogueCalls.indexDataset({ params: { id }, body: { note } }),
    onSettled: () => renew(id),
  });
};

export const useCancelIndexing = (id: string) => {
  const renew = useRenew();
  return useMutation({
    mutationFn: () => catalogueCalls.cancelIndexing({ params: { id } }),
    onSettled: () => renew(id),
  });
};

export const useTagVersion = (id: string) => {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: Body<"tagVersion">) => catalogueCalls.tagVersion({ params: { id }, body }),
    onSettled: () => renew(id),
  });
};

export const useDeleteView = (datasetId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => catalogueCalls.deleteView({ params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: viewsKey(datasetId) }),
  });
};
