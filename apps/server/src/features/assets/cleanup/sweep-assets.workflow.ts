import { proxyActivities } from "@temporalio/workflow";
import type { SweepAssetsActivities } from "./sweep-assets.activities.ts";

/** What is left then waits for the next hour, so that one run's history stays short. */
const MAX_BATCHES = 200;
const MAX_LOOKS = 1_500;

const activities = proxyActivities<SweepAssetsActivities>({
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 5 },
});

/** Gives up forgotten uploads, purges what was deleted, and removes what storage holds and nobody knows. */
export const sweepAssets = async (): Promise<void> => {
  await repeat(activities.expireUploadsBatch);
  await repeat(activities.purgeAssetsBatch);
  const prefixes = await activities.planObjectSweep();
  if (prefixes.length === 0) return;
  let looks = 0;
  for (const prefix of prefixes) {
    let after: string | undefined;
    do {
      after = await activities.sweepObjectsBatch({ prefix, after });
      looks += 1;
    } while (after !== undefined && looks < MAX_LOOKS);
  }
  for (const prefix of ["media/", "u/"]) await activities.sweepOpenUploads({ prefix });
};

const repeat = async (act: () => Promise<boolean>): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isMoreLeft = await act();
    if (!isMoreLeft) return;
  }
};
