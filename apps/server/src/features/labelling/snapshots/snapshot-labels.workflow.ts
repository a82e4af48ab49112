import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { labellingTaskQueue } from "../filling/fill-label-task.rules.ts";
import type { SnapshotLabelsActivities, SnapshotLabelsInput } from "./snapshot-labels.activities.ts";

/** Writes the labels of a task as columns of its dataset version. A retry starts over. */
export const snapshotLabels = async (input: SnapshotLabelsInput): Promise<void> => {
  const taskQueue = labellingTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { writeLabelSnapshot } = proxyActivities<SnapshotLabelsActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 8 },
  });
  // Retry forever: otherwise the columns would appear to be written forever.
  const { failLabelSnapshot } = proxyActivities<SnapshotLabelsActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await writeLabelSnapshot(input);
  } catch (error) {
    await failLabelSnapshot({ ...input, ...activityFault(error) });
  }
};
