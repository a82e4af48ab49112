import { randomUUID } from "node:crypto";
import type { Db } from "../../../platform/db/database.ts";

export interface TestPlanOptions {
  readonly userId: bigint;
  readonly provider?: string;
  readonly providerRef?: string | null;
  readonly status?: string;
  /** When the provider last reported it. */
  readonly reportedAt?: Date;
}

/** A monthly subscription in the middle of its period. */
export const aPlan = async (
  db: Db,
  { userId, provider = "stripe", providerRef = `sub_${randomUUID()}`, status = "active", ...options }: TestPlanOptions,
): Promise<string> => {
  const { reportedAt = new Date(Date.now() - 3_600_000) } = options;
  const { plan_count: seq } = await db
    .updateTable("end_user")
    .set(({ eb }) => ({ plan_count: eb("plan_count", "+", 1n) }))
    .where("id", "=", userId)
    .returning("plan_count")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("subscription")
    .values({
      id: randomUUID(),
      user_id: userId,
      seq,
      code: "pro",
      name: "Pro",
      billing_interval: "month",
      price_minor: 2_900n,
      currency: "USD",
      credits_per_period: 1_000n,
      status,
      current_period_start: new Date(Date.now() - 10 * 86_400_000),
      current_period_end: new Date(Date.now() + 20 * 86_400_000),
      provider,
      provider_ref: providerRef,
      started_at: new Date(Date.now() - 100 * 86_400_000),
      told_at: reportedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
