import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { keepBoardWorkflowId } from "./keep-board.rules.ts";

export interface SnapshotBoardInput {
  readonly taskId: string;
  /** Why the judging ended, in words. */
  readonly reason: string;
  /** The name of who ended it. */
  readonly by: string;
  readonly requestId: string;
}

/** Keeps the board as it is once the transaction has committed. Its id is made here: however often it is tried, it is one. */
export const startBoardSnapshot = async (tx: Tx, { requestId, ...input }: SnapshotBoardInput): Promise<void> => {
  const snapshotId = newId();
  await enqueueWorkflow(tx, {
    workflowType: "keepBoard",
    workflowId: keepBoardWorkflowId(snapshotId),
    input: { snapshotId, ...input },
    requestId,
  });
};
