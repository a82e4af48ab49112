import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { FillLabelTaskActivities, FillLabelTaskInput } from "./fill-label-task.activities.ts";
import { labellingTaskQueue } from "./fill-label-task.rules.ts";

/** Reads the items of a task into its queue, batch by batch. A retry continues after the last batch. */
export const fillLabelTask = async (input: FillLabelTaskInput): Promise<void> => {
  const taskQueue = labellingTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { fillLabelItems } = proxyActivities<FillLabelTaskActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 8 },
  });
  // Retry forever: otherwise the task would appear to be filling forever.
  const { failLabelTask } = proxyActivities<FillLabelTaskActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await fillLabelItems(input);
  } catch (error) {
    await failLabelTask({ ...input, ...activityFault(error) });
  }
};
