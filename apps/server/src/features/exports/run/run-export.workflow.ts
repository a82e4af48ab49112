import { continueAsNew, proxyActivities, sleep, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { RunExportActivities, RunExportInput } from "./run-export.activities.ts";
import { exportsTaskQueue } from "./run-export.rules.ts";

/** Bounds the workflow history of one run. */
const MAX_BATCHES = 500;
const WAIT = "2 seconds";

/** Runs batches until everything is written. The state between batches is in the database. */
export const runExport = async (input: RunExportInput): Promise<void> => {
  const taskQueue = exportsTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "1 minute" } as const;
  const { writeExportBatch } = proxyActivities<RunExportActivities>({
    taskQueue,
    startToCloseTimeout: "30 minutes",
    heartbeatTimeout: "20 seconds",
    retry: { ...retry, maximumAttempts: 12 },
  });
  // Unlimited retries: otherwise an export could appear to run forever.
  const { failExport, clearExport } = proxyActivities<RunExportActivities>({
    taskQueue,
    startToCloseTimeout: "1 minute",
    retry,
  });
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const outcome = await writeExportBatch(input);
      if (outcome === "done") return;
      if (outcome === "over") return await clearExport(input);
      if (outcome === "wait") await sleep(WAIT);
    }
  } catch (error) {
    return await failExport({ ...input, ...activityFault(error) });
  }
  await continueAsNew<typeof runExport>(input);
};
