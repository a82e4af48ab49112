import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { AuditContext } from "../../../request-context.ts";
import { announceCells, announceCellsAnew, announceJobs } from "../../events/index.ts";
import { cancelWorkflowId } from "../workflows/generation-ids.rules.ts";
import { type Cancelled, type CancelledJob, listUnderWay, lockUnderWay, updateCancelled } from "./cancel.store.ts";
import { logLine, shorten } from "./job.rules.ts";

export interface CancelOptions {
  /** `superseded`: replaced by another attempt. */
  readonly why?: "cancelled" | "superseded";
  /** The cells are about to be deleted: detaches the jobs and announces no single change. */
  readonly leavesCells?: boolean;
}

/** Small enough to stay below the statement timeout on a busy machine. */
const BATCH = 5_000;
/** Above this number per task, watchers refetch instead. */
const MAX_TOLD = 2_000;

/**
 * Cancels unfinished jobs inside the caller's transaction: releases reservations and updates cells at once. Providers are
 * notified afterwards; late output is discarded. Returns how many ended.
 */
export const cancelJobs = async (
  tx: Tx,
  wanted: Cancelled,
  context: AuditContext,
  { why: code = "cancelled", leavesCells = false }: CancelOptions = {},
): Promise<number> => {
  const message =
    code === "superseded" ? "another attempt took its place" : shorten(`cancelled by ${context.actor.username}`, 500);
  const line = logLine(context.at, `Cancelled: ${message}`);
  const ids = await listUnderWay(tx, wanted);
  const isToldEach = wanted.taskId === undefined || (ids.length <= MAX_TOLD && !leavesCells);
  let count = 0;
  let untold: string | undefined;
  // Lock order: all jobs before the account. Batch by batch, it would hold the account while waiting for jobs (deadlock).
  const batches: string[][] = [];
  for (let at = 0; at < ids.length; at += BATCH) batches.push(await lockUnderWay(tx, ids.slice(at, at + BATCH)));
  for (const locked of batches) {
    const ended = await updateCancelled(tx, locked, { code, message, line, isToldEach, leavesCell: leavesCells });
    count += locked.length;
    untold ??= ended.find((job) => job.must_cancel)?.id;
    if (isToldEach) await announceCancelled(tx, ended);
  }
  if (!isToldEach && wanted.taskId !== undefined) await announceCellsAnew(tx, wanted.taskId);
  if (untold !== undefined) {
    await enqueueWorkflow(tx, {
      workflowType: "cancelUpstream",
      workflowId: cancelWorkflowId(context.requestId, untold),
      input: {},
      requestId: context.requestId,
    });
  }
  return count;
};

const announceCancelled = async (tx: Tx, ended: readonly CancelledJob[]): Promise<void> => {
  await announceCells(
    tx,
    ended.flatMap(({ task_id, row_index, col_index, sample, cell_status, attempt_count }) =>
      task_id === null || row_index === null || col_index === null || sample === null || cell_status === null
        ? []
        : {
            taskId: task_id,
            row: row_index,
            col: col_index,
            sample,
            status: cell_status,
            progress: null,
            queuePosition: null,
            attemptCount: attempt_count ?? 0,
          },
    ),
  );
  const alone = ended.filter((job) => job.cell_id === null);
  await announceJobs(
    tx,
    alone.map(({ id, requested_by }) => ({
      id,
      userId: requested_by,
      status: "Cancelled" as const,
      progress: null,
      queuePosition: null,
    })),
  );
};
