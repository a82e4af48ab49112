import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { indexTaskQueue } from "../indexing/index-dataset.rules.ts";
import type { CheckDatasetsActivities } from "./check-datasets.activities.ts";

/** What is left then waits for the next hour, so that one run's history stays short. */
const MAX_BATCHES = 500;

/** Looks at each dataset in turn: whether it can be reached, has changed, or has lost clips. */
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
