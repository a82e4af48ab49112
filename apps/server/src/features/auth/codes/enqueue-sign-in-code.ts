import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { signInCodeWorkflowId } from "./sign-in-code.rules.ts";

/** Enqueues the delivery of a code in the transaction that stores its request. */
export const enqueueSignInCode = (tx: Tx, request: { codeRequestId: string; requestId: string }): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "deliverSignInCode",
    workflowId: signInCodeWorkflowId(request.codeRequestId),
    input: { codeRequestId: request.codeRequestId },
    requestId: request.requestId,
  });
