import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { VerifySetActivities, VerifySetInput } from "./verify-set.activities.ts";
import { verifyTaskQueue } from "./verify-set.rules.ts";

/** Bounds the workflow history of one run. */
const MAX_BATCHES = 500;

/** Verifies batches of shards until all are done. Which ones are left is in the database. */
export const verifySet = async (input: VerifySetInput): Promise<void> => {
  const taskQueue = verifyTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { verifyBatch } = proxyActivities<VerifySetActivities>({
    taskQueue,
    startToCloseTimeout: "30 minutes",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 12 },
  });
  // Unlimited retries: otherwise a verification could appear to run forever.
  const { failVerification } = proxyActivities<VerifySetActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      if ((await verifyBatch(input)) === "done") return;
    }
  } catch (error) {
    return await failVerification({ ...input, ...activityFault(error) });
  }
  await continueAsNew<typeof verifySet>(input);
};
