import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflows } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { jobWorkflowId } from "../workflows/generation-ids.rules.ts";
import { claimLostJobs } from "./reconcile.store.ts";

const MAX_CALLS = 500;

/** Runs inside the caller's transaction; returns how many jobs were lost. */
export const reviveJobs = async (tx: Tx, { taskId }: { taskId?: string }): Promise<number> => {
  const ids = await claimLostJobs(tx, { taskId, limit: MAX_CALLS });
  const requestId = `reconcile-${newId()}`;
  await enqueueWorkflows(
    tx,
    ids.map((jobId) => ({
      workflowType: "performOne",
      workflowId: jobWorkflowId(jobId, requestId),
      input: { jobId },
      requestId,
    })),
  );
  return ids.length;
};
