import { proxyActivities } from "@temporalio/workflow";
import type { SweepLeasesActivities } from "./sweep-leases.activities.ts";

/** What is left then waits for the next minute, so that one run's history stays short. */
const MAX_BATCHES = 100;

const { sweepLeasesBatch } = proxyActivities<SweepLeasesActivities>({
  startToCloseTimeout: "30 seconds",
  retry: { maximumAttempts: 5 },
});

export const sweepLeases = async (): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await sweepLeasesBatch();
    if (!isMoreLeft) return;
  }
};
