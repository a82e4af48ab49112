import { WorkflowNotFoundError } from "@temporalio/common";
import { findOutboxEntry } from "../../../platform/db/outbox.store.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { listPausedWorkflows } from "../../../platform/db/paused-workflow.store.ts";
import { newId } from "../../../platform/ids.ts";
import type { Temporal } from "../../../platform/temporal/temporal.ts";
import type { PerformDeps } from "../execution/perform-deps.ts";
import { gridWorkflowId } from "../workflows/generation-ids.rules.ts";
import { closeRun } from "./close-run.ts";
import { deleteOldDeliveries } from "./reconcile.store.ts";
import { reviveJobs } from "./revive-jobs.ts";
import { countRestart, listOpenRuns, type OpenRun } from "./run.store.ts";

export interface GenerationDeps extends PerformDeps {
  readonly temporal: Temporal;
}

/** Grace period for a start to pass through the outbox. */
const YOUNG_S = 60;
const MAX_RUNS = 200;

/** The rows are authoritative: every unfinished job or run without a workflow gets a new one. */
export const reconcile = async (deps: GenerationDeps): Promise<void> => {
  for (const run of await listOpenRuns(deps.db, { olderThanS: YOUNG_S, limit: MAX_RUNS })) await reviveRun(deps, run);
  const paused = await listPausedWorkflows(deps.db);
  // Their starts wait on purpose: more of them would only pile up.
  const isPaused = paused.some(({ workflowType }) => workflowType === "performOne");
  const revived = isPaused ? 0 : await deps.db.transaction().execute((tx) => reviveJobs(tx, {}));
  if (revived > 0) deps.log.warn({ jobs: revived }, "restarted calls whose lease had expired");
  await deleteOldDeliveries(deps.db);
};

const reviveRun = async (deps: GenerationDeps, open: OpenRun): Promise<void> => {
  const { taskId, run, restarts, isUnderWay } = open;
  if (!isUnderWay) {
    await closeRun(deps.db, deps.clock(), { taskId, run });
    return;
  }
  const workflowId = gridWorkflowId(taskId, run, restarts);
  if ((await findOutboxEntry(deps.db, { id: workflowId })) || (await isRunning(deps, workflowId))) return;
  const isRevived = await deps.db.transaction().execute(async (tx) => {
    if (!(await countRestart(tx, open))) return false;
    await enqueueWorkflow(tx, {
      workflowType: "generateGrid",
      workflowId: gridWorkflowId(taskId, run, restarts + 1),
      input: { taskId, run, restarts: restarts + 1 },
      requestId: `reconcile-${newId()}`,
    });
    return true;
  });
  if (isRevived) deps.log.warn({ taskId, run, restarts: restarts + 1 }, "run had no workflow; started a new workflow");
};

const isRunning = async ({ temporal }: GenerationDeps, workflowId: string): Promise<boolean> => {
  const client = await temporal.client();
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === "RUNNING";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};
