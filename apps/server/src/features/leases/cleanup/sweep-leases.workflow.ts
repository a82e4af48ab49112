import { proxyActivities } from "@temporalio/workflow";
import type { SweepLeasesActivities } from "./sweep-leases.activities.ts";

/** Bounds the history of one run; the next run, a minute later, continues. */
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
