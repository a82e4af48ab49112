import { proxyActivities } from "@temporalio/workflow";
import type { SweepSignInsActivities } from "./sweep-sign-ins.activities.ts";

/** What is left then waits for the next hour, so that one run's history stays short. */
const MAX_BATCHES = 200;

const { sweepSignInsBatch } = proxyActivities<SweepSignInsActivities>({
  startToCloseTimeout: "30 seconds",
  retry: { maximumAttempts: 5 },
});

export const sweepSignIns = async (): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await sweepSignInsBatch();
    if (!isMoreLeft) return;
  }
};
