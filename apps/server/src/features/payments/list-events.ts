import type { PAYMENT_EVENT_STATUSES, PaymentEvent } from "@dailies/contract";
import type { Db } from "../../platform/db/database.ts";
import { listPaymentEventRows, type PaymentEventRow } from "./payment-event.store.ts";

export interface EventPage {
  readonly status: (typeof PAYMENT_EVENT_STATUSES)[number] | undefined;
  readonly before: Date | undefined;
  readonly limit: number;
}

export const toPaymentEvent = (row: PaymentEventRow): PaymentEvent => ({
  provider: row.provider,
  event_id: row.event_id,
  type: row.type,
  occurred_at: row.occurred_at.toISOString(),
  received_at: row.received_at.toISOString(),
  status: row.status as PaymentEvent["status"],
  attempts: row.attempts,
  error: row.error,
});

export const listPaymentEvents = async (
  db: Db,
  { status, before, limit }: EventPage,
): Promise<{ items: PaymentEvent[]; has_more: boolean }> => {
  const rows = await listPaymentEventRows(db, { status, before, limit: limit + 1 });
  const next = rows[limit];
  if (!next) return { items: rows.map(toPaymentEvent), has_more: false };
  // The cursor is a timestamp: rows with the same timestamp as the first omitted one are left to the next page.
  const whole = rows.slice(0, limit).filter(({ received_at }) => received_at.getTime() !== next.received_at.getTime());
  return { items: (whole.length > 0 ? whole : rows.slice(0, limit)).map(toPaymentEvent), has_more: true };
};
