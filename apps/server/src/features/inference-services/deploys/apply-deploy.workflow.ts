import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { ApplyDeployActivities, ServiceDeployInput } from "./apply-deploy.activities.ts";
import { servicesTaskQueue } from "./service-queue.rules.ts";

/** Writes one deploy of a service to its cluster, and tries for some minutes while the cluster does not answer. */
export const deployInferenceService = async (input: ServiceDeployInput): Promise<void> => {
  const taskQueue = servicesTaskQueue(workflowInfo().taskQueue);
  const { applyServiceDeploy } = proxyActivities<ApplyDeployActivities>({
    taskQueue,
    startToCloseTimeout: "5 minutes",
    heartbeatTimeout: "20 seconds",
    retry: { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds", maximumAttempts: 12 },
  });
  // Retry forever: otherwise the service would appear to be changing forever, and could not be changed again.
  const { failServiceDeploy } = proxyActivities<ApplyDeployActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "1 minute" },
  });
  try {
    await applyServiceDeploy(input);
  } catch (error) {
    await failServiceDeploy({ ...input, ...activityFault(error) });
  }
};
