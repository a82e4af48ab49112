import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { PaymentEvent } from "../../platform/db/database.types.ts";

export type PaymentEventRow = Selectable<PaymentEvent>;

export interface NewPaymentEvent {
  readonly provider: string;
  readonly eventId: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
  readonly customer: string | undefined;
  readonly payload: string;
}

/** False for a duplicate. A concurrent duplicate waits until the first transaction has ended. */
export const insertPaymentEvent = async (tx: Tx, event: NewPaymentEvent): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("payment_event")
    .values({
      provider: event.provider,
      event_id: event.eventId,
      type: event.type,
      customer: event.customer ?? null,
      occurred_at: event.occurredAt,
      received_at: event.receivedAt,
      payload: event.payload,
      status: "received",
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const lockPaymentEvent = (tx: Tx, provider: string, eventId: string): Promise<PaymentEventRow | undefined> =>
  tx
    .selectFrom("payment_event")
    .selectAll()
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .forUpdate()
    .executeTakeFirst();

export const notePaymentEvent = (
  tx: Tx,
  { provider, event_id }: Pick<PaymentEventRow, "provider" | "event_id">,
  { status, error, at }: { status: "applied" | "ignored" | "failed"; error: string | null; at: Date },
): Promise<PaymentEventRow> =>
  tx
    .updateTable("payment_event")
    .set({ status, error, handled_at: at, attempts: sql<number>`attempts + 1` })
    .where("provider", "=", provider)
    .where("event_id", "=", event_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Events of this customer that could not be applied yet, oldest first. */
export const listWaitingEvents = (db: Db, provider: string, customer: string, limit: number) =>
  db
    .selectFrom("payment_event")
    .select(["provider", "event_id"])
    .where("provider", "=", provider)
    .where("customer", "=", customer)
    .where("status", "=", "failed")
    .orderBy("occurred_at")
    .orderBy("event_id")
    .limit(limit)
    .execute();

export const listPaymentEventRows = (
  db: Db,
  { status, before, limit }: { status: string | undefined; before: Date | undefined; limit: number },
): Promise<PaymentEventRow[]> =>
  db
    .selectFrom("payment_event")
    .selectAll()
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .$if(before !== undefined, (query) => query.where("received_at", "<", before ?? new Date()))
    .orderBy("received_at", "desc")
    .orderBy("event_id", "desc")
    .limit(limit)
    .execute();

export const findCustomer = async (db: Db, provider: string, customer: string): Promise<bigint | undefined> => {
  const row = await db
    .selectFrom("payment_customer")
    .select("user_id")
    .where("provider", "=", provider)
    .where("customer", "=", customer)
    .executeTakeFirst();
  return row?.user_id;
};

/** First mapping wins: a provider's customer never becomes another user. */
export const insertCustomer = async (tx: Tx, provider: string, customer: string, userId: bigint): Promise<void> => {
  await tx
    .insertInto("payment_customer")
    .values({ provider, customer, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const findUserByExternalId = async (db: Db, externalId: string): Promise<bigint | undefined> => {
  const row = await db.selectFrom("end_user").select("id").where("external_id", "=", externalId).executeTakeFirst();
  return row?.id;
};
