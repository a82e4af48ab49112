import { queryOptions, skipToken } from "@tanstack/react-query";
import { catalogueCalls } from "../../lib/api/clients/datasets.ts";

/** Forms show a failure beside the choice. */
const silent = { meta: { silent: true }, staleTime: 30_000 } as const;

export const datasetChoicesQuery = queryOptions({
  ...silent,
  queryKey: ["dataset-choice", "datasets"],
  queryFn: async (context) => (await catalogueCalls.listDatasets({}, context)).items,
});

/** The dataset with its columns. */
export const chosenDatasetQuery = (id: string | undefined) =>
  queryOptions({
    ...silent,
    queryKey: ["dataset-choice", "dataset", id],
    queryFn: id === undefined ? skipToken : (context) => catalogueCalls.getDataset({ params: { id } }, context),
  });

export const viewChoicesQuery = (datasetId: string | undefined) =>
  queryOptions({
    ...silent,
    queryKey: ["dataset-choice", "views", datasetId],
    queryFn:
      datasetId === undefined
        ? skipToken
        : async (context) => (await catalogueCalls.listViews({ params: { id: datasetId } }, context)).items,
  });
