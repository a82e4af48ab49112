import { proxyActivities } from "@temporalio/workflow";
import type { SweepLabelFilesActivities } from "./sweep-label-files.activities.ts";

/** Bounds the workflow history; the next scheduled run continues with the rest. */
const MAX_BATCHES = 200;

const { removeLabelFilesBatch } = proxyActivities<SweepLabelFilesActivities>({
  startToCloseTimeout: "30 minutes",
  heartbeatTimeout: "1 minute",
  retry: { maximumAttempts: 3 },
});

/** Removes exported labels after their retention, and what is left of imported files, batch by batch. */
export const sweepLabelFiles = async (): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await removeLabelFilesBatch();
    if (!isMoreLeft) return;
  }
};
