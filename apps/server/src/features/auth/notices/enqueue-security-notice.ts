import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { SecurityChange } from "./security-notice-mail.ts";

/** Tells the user by mail, in the transaction that makes the change. */
export const enqueueSecurityNotice = (
  tx: Tx,
  { requestId }: { requestId: string },
  { userId, what }: { userId: string; what: SecurityChange },
): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "sendSecurityNotice",
    workflowId: `security-notice/${what}/${userId}/${requestId}`,
    input: { userId, what },
    requestId,
  });
