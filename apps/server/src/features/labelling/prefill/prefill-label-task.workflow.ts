import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { labellingTaskQueue, labelModelsTaskQueue } from "../filling/fill-label-task.rules.ts";
import type { ModelPrefillActivities } from "./model/ask-model.activities.ts";
import type { PrefillLabelTaskActivities, PrefillLabelTaskInput } from "./prefill-label-task.activities.ts";

/**
 * Reads an uploaded file and prefills the items of a task with its values, or asks a performer about the items; then removes
 * what is left of it.
 */
export const prefillLabelTask = async (input: PrefillLabelTaskInput): Promise<void> => {
  const taskQueue = labellingTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const long = { taskQueue, startToCloseTimeout: "6 hours", heartbeatTimeout: "20 seconds" } as const;
  const { stageLabelPrefill, applyLabelPrefill } = proxyActivities<PrefillLabelTaskActivities>({
    ...long,
    retry: { ...retry, maximumAttempts: 8 },
  });
  // Retry forever: otherwise the file would appear to be read forever, or never be removed.
  const { failLabelPrefill, clearLabelPrefill } = proxyActivities<PrefillLabelTaskActivities>({ ...long, retry });
  const { askLabelModel } = proxyActivities<ModelPrefillActivities>({
    ...long,
    taskQueue: labelModelsTaskQueue(workflowInfo().taskQueue),
    retry: { ...retry, maximumAttempts: 8 },
  });
  try {
    if (input.source === "model") {
      // A part at a time, so that the runs of others get their turn in between.
      for (let isMore = true; isMore; ) isMore = await askLabelModel(input);
    } else {
      await stageLabelPrefill(input);
      await applyLabelPrefill(input);
    }
  } catch (error) {
    await failLabelPrefill({ ...input, ...activityFault(error) });
  }
  await clearLabelPrefill(input);
};
