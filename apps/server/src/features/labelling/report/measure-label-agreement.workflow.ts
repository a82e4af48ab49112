import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { labellingTaskQueue } from "../filling/fill-label-task.rules.ts";
import type {
  MeasureLabelAgreementActivities,
  MeasureLabelAgreementInput,
} from "./measure-label-agreement.activities.ts";

/** Measures agreement and quality of one label task. A retry starts over. */
export const measureLabelAgreement = async (input: MeasureLabelAgreementInput): Promise<void> => {
  const taskQueue = labellingTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { measureLabelReport } = proxyActivities<MeasureLabelAgreementActivities>({
    taskQueue,
    startToCloseTimeout: "1 hour",
    heartbeatTimeout: "30 seconds",
    retry: { ...retry, maximumAttempts: 5 },
  });
  // Retry forever: otherwise the report would appear to be measured forever.
  const { failLabelReport } = proxyActivities<MeasureLabelAgreementActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    await measureLabelReport(input);
  } catch (error) {
    await failLabelReport({ ...input, ...activityFault(error) });
  }
};
