import { proxyActivities } from "@temporalio/workflow";
import type { SweepCreditsActivities } from "./sweep-credits.activities.ts";

/** What is left then waits for the next hour, so that one run's history stays short. */
const MAX_BATCHES = 500;

const activities = proxyActivities<SweepCreditsActivities>({
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 5 },
});

/** Makes room for the movements of the next months, and lets credits expire whose time is over. */
export const sweepCredits = async (): Promise<void> => {
  await activities.addCreditMonths();
  let after = await activities.expireLotsBatch({});
  for (let batch = 1; after !== undefined && batch < MAX_BATCHES; batch++) {
    after = await activities.expireLotsBatch({ after });
  }
};
