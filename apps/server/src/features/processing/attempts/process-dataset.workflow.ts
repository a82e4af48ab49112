import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { processingTaskQueue } from "../processing.rules.ts";
import type { ProcessDatasetActivities, ProcessingInput } from "./process-dataset.activities.ts";

/** One attempt of a run: item lists, the job on the cluster, its output as a dataset. */
export const processDataset = async (input: ProcessingInput): Promise<void> => {
  const taskQueue = processingTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const heartbeatTimeout = "20 seconds";
  const { prepareProcessing } = proxyActivities<ProcessDatasetActivities>({
    taskQueue,
    startToCloseTimeout: "6 hours",
    heartbeatTimeout,
    retry: { ...retry, maximumAttempts: 8 },
  });
  // For about half an hour, while the cluster does not answer.
  const { submitProcessing } = proxyActivities<ProcessDatasetActivities>({
    taskQueue,
    startToCloseTimeout: "5 minutes",
    heartbeatTimeout,
    retry: { ...retry, maximumAttempts: 30 },
  });
  // As often as workers come and go while the job runs; the job itself has a limit.
  const { followProcessing } = proxyActivities<ProcessDatasetActivities>({
    taskQueue,
    startToCloseTimeout: "80 hours",
    heartbeatTimeout,
    retry: { ...retry, maximumAttempts: 1_000 },
  });
  // Retry forever: otherwise the run would appear to be running forever.
  const { failProcessing } = proxyActivities<ProcessDatasetActivities>({
    taskQueue,
    startToCloseTimeout: "5 minutes",
    retry,
  });
  try {
    if ((await prepareProcessing(input)) === "over") return;
    if ((await submitProcessing(input)) === "over") return;
    await followProcessing(input);
  } catch (error) {
    await failProcessing({ ...input, ...activityFault(error) });
  }
};
