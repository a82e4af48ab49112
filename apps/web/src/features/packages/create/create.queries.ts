import type { PackageSettings } from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { packageCalls } from "../../../lib/api/clients/data/packages.ts";
import { catalogueCalls } from "../../../lib/api/clients/datasets.ts";
import { viewChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";

export const estimateQuery = (viewId: string, settings: PackageSettings) =>
  queryOptions({
    meta: { silent: true },
    staleTime: 30_000,
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
    onSuccess: () => cache.invalidateQueries({ queryKey: viewChoicesQuery(datasetId).queryKey }),
  });
};
