import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { labellingTaskQueue } from "../filling/fill-label-task.rules.ts";
import type { ExportLabelsActivities, ExportLabelsInput } from "./export-labels.activities.ts";

/** Writes the labels of a task to one file. A retry starts over. */
export const exportLabels = async (input: ExportLabelsInput): Promise<void> => {
  const taskQueue = labellingTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { writeLabelExport } = proxyActivities<ExportLabelsActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 8 },
  });
  // Retry forever: otherwise the export would appear to be running forever.
  const { failLabelExport } = proxyActivities<ExportLabelsActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await writeLabelExport(input);
  } catch (error) {
    await failLabelExport({ ...input, ...activityFault(error) });
  }
};
