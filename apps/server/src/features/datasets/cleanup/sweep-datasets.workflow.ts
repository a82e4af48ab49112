import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { indexTaskQueue } from "../indexing/index-dataset.rules.ts";
import type { SweepDatasetsActivities } from "./sweep-datasets.activities.ts";

/** Bounds the workflow history; the next scheduled run continues with the rest. */
const MAX_BATCHES = 500;

/** Removes the objects of deleted datasets from storage, batch by batch. */
export const sweepDatasets = async (): Promise<void> => {
  const { removeDatasetObjectsBatch } = proxyActivities<SweepDatasetsActivities>({
    taskQueue: indexTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "5 minutes",
    retry: { maximumAttempts: 3 },
  });
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await removeDatasetObjectsBatch();
    if (!isMoreLeft) return;
  }
};
