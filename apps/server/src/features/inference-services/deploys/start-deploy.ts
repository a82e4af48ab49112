import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { AuditContext } from "../../../request-context.ts";
import { insertDeploy, type NewDeploy } from "./deploy.store.ts";
import { deployWorkflowId } from "./service-queue.rules.ts";

/** Records a deploy and starts the workflow that writes it to the cluster. The caller holds the row of the service. */
export const startDeploy = async (
  tx: Tx,
  { actor, requestId, at }: AuditContext,
  deploy: Omit<NewDeploy, "by" | "at">,
): Promise<void> => {
  await insertDeploy(tx, { ...deploy, by: actor.username, at });
  const { serviceId, number } = deploy;
  await enqueueWorkflow(tx, {
    workflowType: "deployInferenceService",
    workflowId: deployWorkflowId(serviceId, number),
    input: { serviceId, number },
    requestId,
  });
};
