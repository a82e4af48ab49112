import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { RowImportActivities, RowImportInput } from "./import-dataset-rows.activities.ts";
import { rowImportsTaskQueue } from "./row-import.rules.ts";

/** Draws the items, reads their clips and adds the rows. Every step continues where an earlier attempt stopped. */
export const importDatasetRows = async (input: RowImportInput): Promise<void> => {
  const taskQueue = rowImportsTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { drawImportItems, readImportMedia, addImportedRows } = proxyActivities<RowImportActivities>({
    taskQueue,
    startToCloseTimeout: "12 hours",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 8 },
  });
  // Retry forever: otherwise the import would appear to be running forever.
  const { failRowImport } = proxyActivities<RowImportActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await drawImportItems(input);
    await readImportMedia(input);
    await addImportedRows(input);
  } catch (error) {
    await failRowImport({ ...input, ...activityFault(error) });
  }
};
