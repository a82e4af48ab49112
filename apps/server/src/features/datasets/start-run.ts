import type { Tx } from "../../platform/db/database.ts";
import { enqueueWorkflow } from "../../platform/db/outbox.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditContext } from "../../request-context.ts";
import { insertRun } from "./index-run.store.ts";
import { indexWorkflowId } from "./indexing/index-dataset.rules.ts";

/** Starts indexing a dataset when the transaction commits. */
export const startRun = async (tx: Tx, context: AuditContext, datasetId: string, note: string): Promise<string> => {
  const id = newId();
  const { actor, at, requestId } = context;
  await insertRun(tx, { id, dataset_id: datasetId, note, started_by: actor.username, started_at: at });
  await enqueueWorkflow(tx, {
    workflowType: "indexDataset",
    workflowId: indexWorkflowId(id),
    input: { runId: id },
    requestId,
  });
  return id;
};
