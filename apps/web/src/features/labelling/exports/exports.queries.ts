import type { labelExportRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { catalogueCalls } from "../../../lib/api/clients/datasets.ts";
import { labelExportCalls } from "../../../lib/api/clients/labelling/label-work.ts";

type Table = typeof labelExportRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
export type ExportBody = Body<"createLabelExport">;
export type SnapshotBody = Body<"createLabelSnapshot">;

const WATCH_MS = 2_000;

interface Pollable {
  readonly items: readonly { readonly status: string }[];
}
const watchMs = (page: Pollable | undefined): number | false =>
  page?.items.some(({ status }) => status === "Waiting" || status === "Running") ? WATCH_MS : false;

export const labelExportsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["labelling", "exports", taskId],
    queryFn: (context) => labelExportCalls.listLabelExports({ params: { id: taskId } }, context),
    refetchInterval: ({ state }) => watchMs(state.data),
    meta: { silent: true },
  });

export const labelSnapshotsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["labelling", "snapshots", taskId],
    queryFn: (context) => labelExportCalls.listLabelSnapshots({ params: { id: taskId } }, context),
    refetchInterval: ({ state }) => watchMs(state.data),
    meta: { silent: true },
  });

export const useExportLabels = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ExportBody) => labelExportCalls.createLabelExport({ params: { id: taskId }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelExportsQuery(taskId).queryKey }),
  });
};

export const useCancelExport = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => labelExportCalls.cancelLabelExport({ params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelExportsQuery(taskId).queryKey }),
  });
};

export const useSnapshotLabels = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SnapshotBody) => labelExportCalls.createLabelSnapshot({ params: { id: taskId }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelSnapshotsQuery(taskId).queryKey }),
  });
};

export const useRemoveColumns = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => catalogueCalls.deleteColumnSet({ params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelSnapshotsQuery(taskId).queryKey }),
  });
};
