import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { keepBoardWorkflowId } from "./keep-board.rules.ts";

export interface SnapshotBoardInput {
  readonly taskId: string;
  /** Why judging was closed. */
  readonly reason: string;
  /** The name of the user who closed it. */
  readonly by: string;
  readonly requestId: string;
}

/** Snapshots the leaderboard after commit. The id is generated here, so that retries create one snapshot. */
export const startBoardSnapshot = async (tx: Tx, { requestId, ...input }: SnapshotBoardInput): Promise<void> => {
  const snapshotId = newId();
  await enqueueWorkflow(tx, {
    workflowType: "keepBoard",
    workflowId: keepBoardWorkflowId(snapshotId),
    input: { snapshotId, ...input },
    requestId,
  });
};
