import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { prepareClipsWorkflowId } from "./prepare-clips.rules.ts";

/** To be called in the transaction that adds clips: they are prepared and measured once it commits. */
export const startPreparing = (tx: Tx, taskId: string, requestId: string = newId()): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "prepareClips",
    workflowId: prepareClipsWorkflowId(taskId, newId()),
    input: { taskId },
    requestId,
  });
