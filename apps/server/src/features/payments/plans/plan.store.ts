import { type Selectable, sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import type { Subscription } from "../../../platform/db/database.types.ts";

export type PlanRow = Selectable<Subscription>;
export type PlanColumns = Omit<PlanRow, "id" | "user_id" | "seq">;

export const lockPlan = (tx: Tx, id: string): Promise<PlanRow | undefined> =>
  tx.selectFrom("subscription").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** A backend may have reported the provider's subscription under an id of its own. */
export const findPlanIdByRef = async (tx: Tx, provider: string, ref: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom("subscription")
    .select("id")
    .where("provider", "=", provider)
    .where("provider_ref", "=", ref)
    .executeTakeFirst();
  return row?.id;
};

/** Takes the user's next number; the caller has locked the user. False when another plan has the same id. */
export const insertPlan = async (tx: Tx, userId: bigint, id: string, columns: PlanColumns): Promise<boolean> => {
  const { plan_count: seq } = await tx
    .updateTable("end_user")
    .set({
      plan_count: sql<bigint>`plan_count + 1`,
      seen_at: sql<Date>`greatest(seen_at, ${columns.started_at}::timestamptz)`,
    })
    .where("id", "=", userId)
    .returning("plan_count")
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("subscription")
    .values({ ...columns, id, user_id: userId, seq })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const updatePlan = async (tx: Tx, id: string, columns: Partial<PlanColumns>): Promise<void> => {
  await tx.updateTable("subscription").set(columns).where("id", "=", id).execute();
};
