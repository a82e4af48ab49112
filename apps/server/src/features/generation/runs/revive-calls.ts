import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflows } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { callWorkflowId } from "../workflows/generation-ids.rules.ts";
import { claimLostCalls } from "./reconcile.store.ts";

const MAX_CALLS = 500;

/** Inside the caller's transaction; answers how many were lost. */
export const reviveCalls = async (tx: Tx, { taskId }: { taskId?: string }): Promise<number> => {
  const ids = await claimLostCalls(tx, { taskId, limit: MAX_CALLS });
  const requestId = `reconcile-${newId()}`;
  await enqueueWorkflows(
    tx,
    ids.map((callId) => ({
      workflowType: "performOne",
      workflowId: callWorkflowId(callId, requestId),
      input: { callId },
      requestId,
    })),
  );
  return ids.length;
};
