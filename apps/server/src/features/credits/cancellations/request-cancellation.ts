import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import type { PlanRow } from "../customers/reported-records.store.ts";
import { cancellationWorkflowId } from "./cancellation.ids.ts";
import { type CancellationMode, obstacleOf } from "./cancellation.rules.ts";
import {
  type CancellationRow,
  findOpenCancellation,
  insertProviderCancellation,
  supersedeCancellation,
} from "./cancellation.store.ts";

export interface CancellationRequest {
  readonly plan: PlanRow;
  readonly mode: CancellationMode;
  readonly requestKey: string;
  readonly requestId: string;
  readonly at: Date;
  readonly isStripeConfigured: boolean;
}

/**
 * Starts the workflow that ends the subscription at its provider, or records that the provider is not told. The caller has
 * locked the plan, which is still as it was before the request.
 */
export const requestCancellation = async (tx: Tx, request: CancellationRequest): Promise<CancellationRow> => {
  const { plan, mode, requestKey, requestId, at, isStripeConfigured } = request;
  const open = await findOpenCancellation(tx, plan.id);
  if (open) await supersedeCancellation(tx, open.id);
  const row = await insertProviderCancellation(tx, {
    id: newId(),
    requestKey,
    planId: plan.id,
    mode,
    problem: obstacleOf(plan, isStripeConfigured),
    reportedStatus: open?.reported_status ?? plan.status,
    reportedCancelAt: open ? open.reported_cancel_at : plan.cancel_at,
    at,
  });
  if (row.state === "sending") {
    const workflowId = cancellationWorkflowId(row.id);
    const input = { cancellationId: row.id };
    await enqueueWorkflow(tx, { workflowType: "cancelSubscription", workflowId, input, requestId });
  }
  return row;
};
