import type { Db } from "../../../platform/db/database.ts";
import { enqueueWorkflows } from "../../../platform/db/outbox.ts";
import { announceCells } from "../../events/index.ts";
import { jobWorkflowId } from "../workflows/generation-ids.rules.ts";
import { type ChangedCell, listStalled, listWaitingLong, repairCells, type StalledCell } from "./reconcile.store.ts";
import { reviveJobs } from "./revive-jobs.ts";

export interface Reconciled {
  readonly changed: readonly ChangedCell[];
  readonly stalled: readonly StalledCell[];
}

const MAX_LOOKS = 20;
const MAX_STALLED = 200;

/** Reconciles one task on request, without waiting for the minutely run. Creates no attempt. */
export const reconcileTask = async (db: Db, { taskId, requestId }: { taskId: string; requestId: string }) => {
  // Read first: revived jobs no longer count as stalled.
  const stalled = await listStalled(db, taskId, MAX_STALLED);
  const changed = await db.transaction().execute(async (tx) => {
    await reviveJobs(tx, { taskId });
    const waiting = await listWaitingLong(tx, taskId, MAX_LOOKS);
    await enqueueWorkflows(
      tx,
      waiting.map((jobId) => ({
        workflowType: "lookAtCall",
        workflowId: jobWorkflowId(jobId, `look-${requestId}`),
        input: { jobId },
        requestId,
      })),
    );
    const repaired = await repairCells(tx, taskId);
    await announceCells(
      tx,
      repaired.map(({ to, from: _before, ...cell }) => ({
        taskId,
        ...cell,
        status: to,
        progress: null,
        queuePosition: null,
      })),
    );
    return repaired;
  });
  return { changed, stalled } satisfies Reconciled;
};
