import { proxyActivities } from "@temporalio/workflow";
import type { SweepSignInsActivities } from "./sweep-sign-ins.activities.ts";

/** Bounds the workflow history; the next hourly run continues with the rest. */
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
