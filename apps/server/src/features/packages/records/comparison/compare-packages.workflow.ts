import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../../platform/temporal/activity-fault.workflow.ts";
import type { ComparePackagesActivities, ComparePackagesInput } from "./compare-packages.activities.ts";
import { packageComparisonsTaskQueue } from "./comparison.rules.ts";

/** Compares the item lists of two packages. A retry starts over. */
export const comparePackages = async (input: ComparePackagesInput): Promise<void> => {
  const taskQueue = packageComparisonsTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { comparePackageLists } = proxyActivities<ComparePackagesActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout: "30 seconds",
    retry: { ...retry, maximumAttempts: 5 },
  });
  // Retry forever: otherwise the packages would appear to be compared forever.
  const { failPackageComparison } = proxyActivities<ComparePackagesActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await comparePackageLists(input);
  } catch (error) {
    await failPackageComparison({ ...input, ...activityFault(error) });
  }
};
