import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { markJobStarted } from "../jobs/job.store.ts";
import { gridWorkflowId, jobWorkflowId } from "../workflows/generation-ids.rules.ts";
import { insertRun } from "./run.store.ts";

export interface RunStart {
  readonly taskId: string;
  readonly run: number;
  readonly reason: string;
  /** A user name. */
  readonly by: string;
  readonly requestId: string;
  readonly at: Date;
}

/** Starts a run whose jobs, with run number and partitions, were inserted by the same transaction. */
export const startRun = async (tx: Tx, start: RunStart): Promise<void> => {
  await insertRun(tx, start);
  const { taskId, run, requestId } = start;
  await enqueueWorkflow(tx, {
    workflowType: "generateGrid",
    workflowId: gridWorkflowId(taskId, run, 0),
    input: { taskId, run, restarts: 0 },
    requestId,
  });
};

/** Starts a single job outside a run: from the playground, or another attempt at a cell. */
export const startJob = async (tx: Tx, jobId: string, requestId: string): Promise<void> => {
  await markJobStarted(tx, jobId);
  await enqueueWorkflow(tx, {
    workflowType: "performOne",
    workflowId: jobWorkflowId(jobId, "0"),
    input: { jobId },
    requestId,
  });
};
