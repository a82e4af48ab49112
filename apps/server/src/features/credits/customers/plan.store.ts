import type { Tx } from "../../../platform/db/database.ts";
import type { PlanRow } from "./reported-records.store.ts";

/** Locks a subscription of this user. */
export const lockPlan = (tx: Tx, userId: bigint, id: string): Promise<PlanRow | undefined> =>
  tx
    .selectFrom("subscription")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();

export interface PlanEnd {
  readonly status: "cancel_scheduled" | "cancelled";
  readonly cancelAt: Date;
  readonly reason: string;
}

/** Reports of the provider do not undo it while the request is open: see merge-plan-news.rules.ts of payments. */
export const endPlan = (tx: Tx, plan: PlanRow, { status, cancelAt, reason }: PlanEnd): Promise<PlanRow> =>
  tx
    .updateTable("subscription")
    .set({ status, cancel_at: cancelAt, cancel_reason: reason })
    .where("id", "=", plan.id)
    .returningAll()
    .executeTakeFirstOrThrow();

export interface Cancellation {
  readonly key: string;
  readonly planId: string;
  readonly mode: "period_end" | "now";
  readonly reason: string;
  readonly askedBy: string;
  readonly askedAt: Date;
}

export const insertCancellation = async (tx: Tx, asked: Cancellation): Promise<void> => {
  const { key, planId, mode, reason, askedBy, askedAt } = asked;
  await tx
    .insertInto("plan_cancellation")
    .values({ key, plan_id: planId, mode, reason, asked_by: askedBy, asked_at: askedAt })
    .execute();
};
