import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { prepareClipsWorkflowId } from "./prepare-clips.rules.ts";

/** Call it in the transaction that adds clips; preparation starts on commit. */
export const startPreparing = (tx: Tx, taskId: string, requestId: string = newId()): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "prepareClips",
    workflowId: prepareClipsWorkflowId(taskId, newId()),
    input: { taskId },
    requestId,
  });
