import { randomUUID } from "node:crypto";
import type { CancellationMode } from "../../../features/credits/cancellations/cancellation.rules.ts";
import type { CancellationRow } from "../../../features/credits/cancellations/cancellation.store.ts";
import { requestCancellation } from "../../../features/credits/cancellations/request-cancellation.ts";
import type { Db } from "../../../platform/db/database.ts";
import { aCustomer } from "./a-customer.ts";
import { aPlan } from "./a-plan.ts";

export interface TestCancellation {
  readonly id: string;
  readonly planId: string;
  readonly email: string;
}

/** An operator's request to end a new subscription at Stripe, with its workflow in the outbox. */
export const aCancellation = async (
  db: Db,
  { mode, providerRef }: { mode: CancellationMode; providerRef: string },
): Promise<TestCancellation> => {
  const { id: userId, email } = await aCustomer(db);
  const planId = await aPlan(db, { userId, providerRef });
  const plan = await db.selectFrom("subscription").selectAll().where("id", "=", planId).executeTakeFirstOrThrow();
  const [requestKey, at] = [randomUUID(), new Date()];
  const { id } = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("plan_cancellation")
      .values({ key: requestKey, plan_id: planId, mode, reason: "asked by mail", asked_by: "ada", asked_at: at })
      .execute();
    return requestCancellation(tx, { plan, mode, requestKey, requestId: "r-1", at, isStripeConfigured: true });
  });
  return { id, planId, email };
};

export const readCancellation = (db: Db, id: string): Promise<CancellationRow> =>
  db.selectFrom("provider_cancellation").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
