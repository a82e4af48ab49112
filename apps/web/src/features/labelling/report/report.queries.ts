import type { LabelReportState } from "@dailies/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { labelReportCalls } from "../../../lib/api/clients/labelling/label-reports.ts";

const WATCH_MS = 2_000;

export const labelReportQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["labelling", "report", taskId],
    queryFn: (context): Promise<LabelReportState> =>
      labelReportCalls.getLabelReport({ params: { id: taskId } }, context),
    refetchInterval: ({ state }) => (state.data?.status === "Running" ? WATCH_MS : false),
    // The tab shows this error itself.
    meta: { silent: true },
  });

export const useMeasureReport = (taskId: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => labelReportCalls.measureLabelReport({ params: { id: taskId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelReportQuery(taskId).queryKey }),
  });
};
