import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { applyStripeEvent } from "./apply-stripe-event.ts";
import {
  insertPaymentEvent,
  listWaitingEvents,
  lockPaymentEvent,
  type NewPaymentEvent,
  notePaymentEvent,
  type PaymentEventRow,
} from "./payment-event.store.ts";
import { stripeEvent } from "./stripe-event.rules.ts";

const MAX_WAITING = 50;
const MAX_ROUNDS = 10;

interface EventName {
  readonly provider: string;
  readonly eventId: string;
}

/** Further work in the transaction that handles an event. */
export type AlsoDo = (tx: Tx, before: PaymentEventRow, after: PaymentEventRow) => Promise<unknown>;

/** A refusal that an immediate retry would not change. Transient errors are left to the sender's retry. */
const isLasting = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code !== "unavailable";

const requireEvent = async (tx: Tx, { provider, eventId }: EventName): Promise<PaymentEventRow> => {
  const row = await lockPaymentEvent(tx, provider, eventId);
  if (!row) throw new DomainError("not_found", "there is no such event");
  return row;
};

/** Handles a stored event. A refused event is stored with the reason; one that was already applied stays applied. */
export const handleStored = async (
  db: Db,
  name: EventName,
  at: Date,
  alsoDo: AlsoDo = async () => undefined,
): Promise<PaymentEventRow> => {
  try {
    return await db.transaction().execute(async (tx) => {
      const before = await requireEvent(tx, name);
      const status = await applyStripeEvent(tx, stripeEvent.parse(before.payload), at);
      const after = await notePaymentEvent(tx, before, { status, error: null, at });
      await alsoDo(tx, before, after);
      return after;
    });
  } catch (error) {
    if (!isLasting(error)) throw error;
    return db.transaction().execute(async (tx) => {
      const before = await requireEvent(tx, name);
      const isDone = before.status === "applied" || before.status === "ignored";
      const after = isDone
        ? before
        : await notePaymentEvent(tx, before, { status: "failed", error: error.message.slice(0, 2_000), at });
      await alsoDo(tx, before, after);
      return after;
    });
  }
};

/** Stores and applies an event in one transaction; a duplicate changes nothing. */
export const handleNew = async (db: Db, event: NewPaymentEvent): Promise<void> => {
  const at = event.receivedAt;
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await insertPaymentEvent(tx, event))) return;
      const status = await applyStripeEvent(tx, stripeEvent.parse(JSON.parse(event.payload)), at);
      await notePaymentEvent(tx, { provider: event.provider, event_id: event.eventId }, { status, error: null, at });
    });
  } catch (error) {
    if (!isLasting(error)) throw error;
    await db.transaction().execute(async (tx) => {
      if (!(await insertPaymentEvent(tx, event))) return;
      const name = { provider: event.provider, event_id: event.eventId };
      await notePaymentEvent(tx, name, { status: "failed", error: error.message.slice(0, 2_000), at });
    });
  }
};

/** Providers do not guarantee order: an early event is applied once the event it depends on has arrived. */
export const handleWaiting = async (db: Db, provider: string, customer: string, at: Date): Promise<void> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let isMoving = false;
    for (const { event_id } of await listWaitingEvents(db, provider, customer, MAX_WAITING)) {
      const { status } = await handleStored(db, { provider, eventId: event_id }, at);
      isMoving ||= status !== "failed";
    }
    if (!isMoving) return;
  }
};
