import { proxyActivities, sleep } from "@temporalio/workflow";
import type { RemovePackageInput, SweepPackagesActivities } from "./sweep-packages.activities.ts";

/** Bounds the workflow history; the next scheduled run continues with the rest. */
const MAX_PACKAGES = 200;
/** Longer than the heartbeat timeout of the workers that write: then none of them still writes. */
const GRACE = "3 minutes";

const { removePackageObjects, removeNextPackageObjects } = proxyActivities<SweepPackagesActivities>({
  startToCloseTimeout: "12 hours",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" },
});

/** Removes the objects of one package now, and once more what a worker wrote meanwhile. */
export const removePackage = async (input: RemovePackageInput): Promise<void> => {
  await removePackageObjects({ ...input, isLast: false });
  await sleep(GRACE);
  await removePackageObjects({ ...input, isLast: true });
};

/** Removes what other removals have left behind, and the objects of deleted packages. */
export const sweepPackages = async (): Promise<void> => {
  for (let removed = 0; removed < MAX_PACKAGES; removed++) {
    const isMoreLeft = await removeNextPackageObjects();
    if (!isMoreLeft) return;
  }
};
