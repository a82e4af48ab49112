import { proxyActivities } from "@temporalio/workflow";
import type { SweepDatasetsActivities } from "./sweep-datasets.activities.ts";

/** Bounds the workflow history; the next scheduled run continues with the rest. */
const MAX_BATCHES = 200;

const { removeDatasetObjectsBatch } = proxyActivities<SweepDatasetsActivities>({
  startToCloseTimeout: "5 minutes",
  retry: { maximumAttempts: 3 },
});

/** Removes the objects of deleted datasets from storage, batch by batch. */
export const sweepDatasets = async (): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await removeDatasetObjectsBatch();
    if (!isMoreLeft) return;
  }
};
