import { proxyActivities } from "@temporalio/workflow";
import type { SweepAssetsActivities } from "./sweep-assets.activities.ts";

/** Bounds the workflow history; the next hourly run continues with the rest. */
const MAX_BATCHES = 200;
const MAX_LOOKS = 1_500;

const activities = proxyActivities<SweepAssetsActivities>({
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 5 },
});

/** Expires abandoned uploads, purges deleted assets and deletes orphaned objects. */
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
