import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { indexTaskQueue } from "../indexing/index-dataset.rules.ts";
import type { CheckDatasetsActivities } from "./check-datasets.activities.ts";

/** Bounds the workflow history; the next hourly run continues with the rest. */
const MAX_BATCHES = 500;

/** Checks each dataset in turn: whether it is reachable, has changed, or has lost clips. */
export const checkDatasets = async (): Promise<void> => {
  const { checkDatasetsBatch } = proxyActivities<CheckDatasetsActivities>({
    taskQueue: indexTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "10 minutes",
    retry: { maximumAttempts: 3 },
  });
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await checkDatasetsBatch();
    if (!isMoreLeft) return;
  }
};
