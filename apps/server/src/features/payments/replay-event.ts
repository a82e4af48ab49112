import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { handleStored, handleWaiting } from "./handle-event.ts";
import type { PaymentEventRow } from "./payment-event.store.ts";
import type { PaymentsDeps } from "./payments-deps.ts";

/** Handles an event again at an administrator's request, however old it is. */
export const replayPaymentEvent = async (
  { db }: Pick<PaymentsDeps, "db">,
  context: AuditContext,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<PaymentEventRow> => {
  const row = await handleStored(db, { provider, eventId }, context.at, (tx, before, after) =>
    recordOperation(tx, auditActor(context), {
      opType: "Replay_payment_event",
      subjects: [`payment_event:${provider}:${eventId}`],
      meta: { target: eventId, type: after.type, before: { status: before.status }, after: { status: after.status } },
      result: after.status === "failed" ? "failed" : "ok",
    }),
  );
  if (row.customer !== null) await handleWaiting(db, provider, row.customer, context.at);
  return row;
};
