import type { RowImport, RowMapping } from "@dailies/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { benchmarksCalls } from "../../../lib/api/clients/benchmarks.ts";
import { itemCalls } from "../../../lib/api/clients/datasets.ts";
import type { DatasetChoice } from "./dataset-choice.ts";

const PREVIEWED = 5;

/** The first items of the sample; the worker draws the same ones for the same seed. */
export const previewItems = ({ filter, count, seed }: DatasetChoice, datasetId: string) => {
  const { version, where, q } = filter;
  const query = { count: Math.min(PREVIEWED, count), seed, where, q, ...(version !== undefined && { version }) };
  return itemCalls.sampleItems({ params: { id: datasetId }, query });
};

const WATCH_MS = 1_500;

export const isImporting = ({ status }: Pick<RowImport, "status">): boolean =>
  status === "Waiting" || status === "Running";

/** Kept outside the task's key, so that every change of the benchmark does not ask again. */
export const rowImportsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["benchmarks", "row-imports", taskId],
    queryFn: (context) => benchmarksCalls.listRowImports({ params: { id: taskId } }, context),
    refetchInterval: ({ state }) => (state.data?.items.some(isImporting) ? WATCH_MS : false),
    meta: { silent: true },
  });

interface StartInput {
  choice: DatasetChoice;
  datasetId: string;
  /** The version of the preview, so that both read the same items. */
  version: number;
  mapping: RowMapping;
  requestKey: string;
}

export const useStartRowImport = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ choice, datasetId, version, mapping, requestKey }: StartInput) =>
      benchmarksCalls.importDatasetRows({
        params: { id: taskId },
        body: {
          dataset_id: datasetId,
          version,
          where: choice.filter.where,
          q: choice.filter.q,
          seed: choice.seed,
          count: choice.count,
          mapping,
          skips_repeated: choice.skipsRepeated,
          request_key: requestKey,
        },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: rowImportsQuery(taskId).queryKey }),
  });
};

export const useCancelRowImport = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (import_id: string) => benchmarksCalls.cancelRowImport({ params: { id: taskId, import_id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: rowImportsQuery(taskId).queryKey }),
  });
};
