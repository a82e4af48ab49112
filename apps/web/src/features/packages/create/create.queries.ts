import type { DatasetDetail, PackageSettings } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { packageCalls } from "../../../lib/api/clients/data/packages.ts";
import { catalogueCalls } from "../../../lib/api/clients/datasets.ts";

const silent = { meta: { silent: true }, staleTime: 30_000 } as const;
const CHOICES = ["packages", "choices"] as const;

export const viewChoicesQuery = (datasetId: string) =>
  queryOptions({
    ...silent,
    queryKey: [...CHOICES, "views", datasetId],
    queryFn: async (context) => (await catalogueCalls.listViews({ params: { id: datasetId } }, context)).items,
  });

export const datasetColumnsQuery = (datasetId: string) =>
  queryOptions({
    ...silent,
    queryKey: [...CHOICES, "dataset", datasetId],
    queryFn: (context): Promise<DatasetDetail> => catalogueCalls.getDataset({ params: { id: datasetId } }, context),
  });

export const estimateQuery = (viewId: string, settings: PackageSettings) =>
  queryOptions({
    ...silent,
    queryKey: ["packages", "estimate", viewId, settings],
    queryFn: ({ signal }) => packageCalls.estimatePackage({ body: { view_id: viewId, settings } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

interface NewView {
  version: number;
  name: string;
  request_key: string;
}

/** A package is made of a saved view, so a whole version is saved as one first. */
export const useSaveWholeVersion = (datasetId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewView) => catalogueCalls.saveView({ params: { id: datasetId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [...CHOICES, "views", datasetId] }),
  });
};
