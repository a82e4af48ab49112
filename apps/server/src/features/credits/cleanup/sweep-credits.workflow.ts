import { proxyActivities } from "@temporalio/workflow";
import type { SweepCreditsActivities } from "./sweep-credits.activities.ts";

/** Bounds the workflow history; the next hourly run continues with the rest. */
const MAX_BATCHES = 500;

const activities = proxyActivities<SweepCreditsActivities>({
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 5 },
});

/** Creates the partitions of the next months, and expires lots that are past their time. */
export const sweepCredits = async (): Promise<void> => {
  await activities.addCreditMonths();
  let after = await activities.expireLotsBatch({});
  for (let batch = 1; after !== undefined && batch < MAX_BATCHES; batch++) {
    after = await activities.expireLotsBatch({ after });
  }
};
