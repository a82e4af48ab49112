import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { ExportItemsActivities, ExportItemsInput } from "./export-items.activities.ts";
import { itemExportsTaskQueue } from "./export-items.rules.ts";

/** Writes one file. A retry starts over and writes the same bytes. */
export const exportItemsToFile = async (input: ExportItemsInput): Promise<void> => {
  const taskQueue = itemExportsTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { writeItemExport } = proxyActivities<ExportItemsActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 8 },
  });
  // Retry forever: otherwise the export would appear to be running forever.
  const { failItemExport } = proxyActivities<ExportItemsActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await writeItemExport(input);
  } catch (error) {
    await failItemExport({ ...input, ...activityFault(error) });
  }
};
