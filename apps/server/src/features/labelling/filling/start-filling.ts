import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { RequestContext } from "../../../request-context.ts";
import { changeLabelTask, countFilling } from "../tasks/label-task.store.ts";
import { fillWorkflowId } from "./fill-label-task.rules.ts";

/** Each holds a worker slot and reads a whole dataset version. */
const MAX_FILLING = 5;

/** Moves the task to Filling and starts the workflow that reads its items. The caller has locked the task. */
export const startFilling = async (
  tx: Tx,
  context: RequestContext,
  { id, fillRun }: { readonly id: string; readonly fillRun: number },
): Promise<void> => {
  if ((await countFilling(tx, context.actor.userId)) >= MAX_FILLING)
    throw new DomainError("conflict", `${MAX_FILLING} of your tasks are reading their items: wait for one of them`);
  await changeLabelTask(tx, id, context.at, { status: "Filling", error: null });
  await enqueueFilling(tx, context, { id, fillRun });
};

/** Starts the workflow that reads what the task lacks. The caller has locked the task. */
export const enqueueFilling = async (
  tx: Tx,
  context: RequestContext,
  { id, fillRun }: { readonly id: string; readonly fillRun: number },
): Promise<void> => {
  const run = fillRun + 1;
  await changeLabelTask(tx, id, context.at, { fill_run: run });
  await enqueueWorkflow(tx, {
    workflowType: "fillLabelTask",
    workflowId: fillWorkflowId(id, run),
    input: { taskId: id },
    requestId: context.requestId,
  });
};
