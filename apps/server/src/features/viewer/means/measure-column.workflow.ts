import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { verifyTaskQueue } from "../verify/verify-set.rules.ts";
import type { MeasureColumnActivities, MeasureColumnInput } from "./measure-column.activities.ts";

/** Bounds the workflow history of one run. */
const MAX_BATCHES = 500;

/** Measures batches of shards until all are done. Which ones are left is in the database. */
export const measureColumn = async (input: MeasureColumnInput): Promise<void> => {
  const taskQueue = verifyTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { measureColumnBatch } = proxyActivities<MeasureColumnActivities>({
    taskQueue,
    startToCloseTimeout: "30 minutes",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 12 },
  });
  // Unlimited retries: otherwise a run could appear to go on forever.
  const { failColumnRun } = proxyActivities<MeasureColumnActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      if ((await measureColumnBatch(input)) === "done") return;
    }
  } catch (error) {
    return await failColumnRun({ ...input, ...activityFault(error) });
  }
  await continueAsNew<typeof measureColumn>(input);
};
