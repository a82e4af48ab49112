import type { Tx } from "../../../platform/db/database.ts";
import { enqueueSecurityNotice } from "../notices/enqueue-security-notice.ts";
import { deleteSessionsOf } from "../sessions/session.store.ts";
import { deletePendingSignInsOf } from "./pending-sign-in.store.ts";
import { deleteSecondFactors } from "./second-factor.store.ts";

/**
 * For somebody who lost their second factors, passkeys among them: the password or a mailed code is enough again. Ends their sessions and tells
 * them by mail. False when there is no second factor. The caller records it in the history.
 */
export const resetSecondFactor = async (tx: Tx, userId: string, requestId: string): Promise<boolean> => {
  if (!(await deleteSecondFactors(tx, userId))) return false;
  await deletePendingSignInsOf(tx, userId);
  await deleteSessionsOf(tx, [userId]);
  await enqueueSecurityNotice(tx, { requestId }, { userId, what: "second_factor_reset" });
  return true;
};
