import { ApplicationFailure, continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import type { IndexDatasetActivities, IndexDatasetInput } from "./index-dataset.activities.ts";
import { indexTaskQueue } from "./index-dataset.rules.ts";

/** Bounds the workflow history. */
const MAX_PARTS = 400;
const PARTS_AT_ONCE = 4;
/** How many tables may turn out to be corrupt before an operator must look into it. */
const MAX_TABLES = 20;

/** Plans, reads parts in parallel, commits them to the table, verifies and publishes it. All state is in the database. */
export const indexDataset = async (input: IndexDatasetInput & { readonly isPlanned?: boolean }): Promise<void> => {
  const taskQueue = indexTaskQueue(workflowInfo().taskQueue);
  const retry = { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds" } as const;
  const long = { taskQueue, heartbeatTimeout: "15 seconds", retry: { ...retry, maximumAttempts: 30 } } as const;
  const reading = proxyActivities<IndexDatasetActivities>({ ...long, startToCloseTimeout: "2 hours" });
  const committing = proxyActivities<IndexDatasetActivities>({ ...long, startToCloseTimeout: "24 hours" });
  // Retry forever: otherwise the run would appear to be running forever.
  const ending = proxyActivities<IndexDatasetActivities>({ taskQueue, startToCloseTimeout: "10 minutes", retry });
  const { runId, requestId } = input;
  const run = { runId, requestId };

  const readAll = async (): Promise<boolean> => {
    const parts = await ending.listUnread({ ...run, limit: MAX_PARTS });
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let at = next++; at < parts.length; at = next++)
        await reading.readIndexPart({ ...run, part: parts[at] ?? 0 });
    };
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane));
    return parts.length < MAX_PARTS;
  };

  const takeIn = async (): Promise<void> => {
    for (let table = 0; table < MAX_TABLES; table++) {
      const committed = await committing.commitIndex(run);
      if (committed === "unread") await readAll();
      const outcome = committed === "committed" ? await committing.finishIndex(run) : committed;
      if (outcome === "over") return;
      if (outcome === "published") return ending.clearIndex(run);
    }
    throw ApplicationFailure.nonRetryable("its item table was written to by others, again and again", "conflict");
  };

  try {
    if (!input.isPlanned) {
      const plan = await reading.planIndex(run);
      if (plan !== "planned") return;
    }
    if (await readAll()) return await takeIn();
  } catch (error) {
    return await ending.failIndex({ ...run, ...activityFault(error) });
  }
  await continueAsNew<typeof indexDataset>({ ...run, isPlanned: true });
};
