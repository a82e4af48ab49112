import { proxyActivities } from "@temporalio/workflow";
import type { SweepRetentionActivities } from "./sweep-retention.activities.ts";

/** Bounds the workflow history; the next hourly run continues with the rest. */
const MAX_BATCHES = 200;

const { sweepRetentionBatch } = proxyActivities<SweepRetentionActivities>({
  startToCloseTimeout: "1 minute",
  retry: { maximumAttempts: 5 },
});

export const sweepRetention = async (): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await sweepRetentionBatch();
    if (!isMoreLeft) return;
  }
};
