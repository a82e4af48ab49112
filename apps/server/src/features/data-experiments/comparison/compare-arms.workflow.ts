import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { CompareArmsActivities, CompareArmsInput } from "./compare-arms.activities.ts";
import { dataComparisonsTaskQueue } from "./comparison.rules.ts";

/** Compares the data of an arm with those of the first one. A retry starts over. */
export const compareDataArms = async (input: CompareArmsInput): Promise<void> => {
  const taskQueue = dataComparisonsTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { compareArmSamples } = proxyActivities<CompareArmsActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout: "30 seconds",
    retry: { ...retry, maximumAttempts: 5 },
  });
  // Retry forever: otherwise the arms would appear to be compared forever.
  const { failArmComparison } = proxyActivities<CompareArmsActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await compareArmSamples(input);
  } catch (error) {
    await failArmComparison({ ...input, ...activityFault(error) });
  }
};
