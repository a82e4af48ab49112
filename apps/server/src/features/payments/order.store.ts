import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { CustomerOrder } from "../../platform/db/database.types.ts";

export type OrderRow = Selectable<CustomerOrder>;
export type OrderColumns = Omit<OrderRow, "user_id" | "seq" | "order_no" | "grant_seq">;

export const lockOrder = (tx: Tx, orderNo: string): Promise<OrderRow | undefined> =>
  tx.selectFrom("customer_order").selectAll().where("order_no", "=", orderNo).forUpdate().executeTakeFirst();

export const findOrderByRef = (
  db: Db,
  provider: string,
  refs: readonly string[],
): Promise<{ order_no: string; user_id: bigint } | undefined> =>
  db
    .selectFrom("customer_order")
    .select(["order_no", "user_id"])
    .where("provider", "=", provider)
    .where(sql<boolean>`(provider_ref = any(${[...refs]}::text[]) or order_no = any(${[...refs]}::text[]))`)
    .limit(1)
    .executeTakeFirst();

/** Takes the user's next number; the caller has locked the user. Undefined when another user has the same order number. */
export const insertOrder = async (
  tx: Tx,
  userId: bigint,
  orderNo: string,
  columns: OrderColumns,
): Promise<OrderRow | undefined> => {
  const { order_count: seq } = await tx
    .updateTable("end_user")
    .set({
      order_count: sql<bigint>`order_count + 1`,
      seen_at: sql<Date>`greatest(seen_at, ${columns.ordered_at}::timestamptz)`,
    })
    .where("id", "=", userId)
    .returning("order_count")
    .executeTakeFirstOrThrow();
  return tx
    .insertInto("customer_order")
    .values({ ...columns, user_id: userId, seq, order_no: orderNo })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
};

export const updateOrder = (
  tx: Tx,
  orderNo: string,
  columns: Partial<OrderColumns> & { grant_seq?: bigint },
): Promise<OrderRow> =>
  tx
    .updateTable("customer_order")
    .set(columns)
    .where("order_no", "=", orderNo)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The part of a lot that is neither spent nor held for a job. */
export const readFreeOfLot = async (tx: Tx, accountId: bigint, lot: bigint): Promise<number> => {
  const row = await tx
    .selectFrom("credit_lot")
    .select(sql<bigint>`remaining - reserved`.as("free"))
    .where("account_id", "=", accountId)
    .where("seq", "=", lot)
    .executeTakeFirst();
  return Number(row?.free ?? 0);
};
