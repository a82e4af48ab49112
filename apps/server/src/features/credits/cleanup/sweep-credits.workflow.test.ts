import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { moveCredits } from "../ledger/ledger.store.ts";
import { EXPIRE_BATCH_LOTS, sweepCreditsActivities } from "./sweep-credits.activities.ts";

const database = testDatabase();
const taskQueue = `test-sweep-credits-${randomUUID()}`;
const temporal = createTemporal(testConfig().temporal);
let worker: TestWorker;

beforeAll(async () => {
  const { log } = captureLog();
  const activities = sweepCreditsActivities({ db: database.current.db, clock: () => new Date() });
  worker = await runWorker({ taskQueue, activities: atActivityEdge(activities, log), log });
});
afterAll(async () => {
  await worker?.stop();
  await temporal.close();
});

describe("sweepCredits", () => {
  it("goes on batch by batch until nothing is due", async () => {
    const { db } = database.current;
    const { id } = await aCustomer(db);
    const grant = {
      accountId: id,
      kind: "grant" as const,
      amount: 1,
      category: "promo" as const,
      actor: "test",
      memo: {},
    };
    for (let n = 0; n < EXPIRE_BATCH_LOTS + 1; n++) {
      await moveCredits(db, { ...grant, key: `k${n}`, expiresAt: new Date(Date.now() - 1_000) });
    }
    const client = await temporal.client();
    await client.workflow.execute("sweepCredits", { taskQueue, workflowId: taskQueue, args: [] });
    const account = await db
      .selectFrom("credit_account")
      .select("available")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(account.available).toBe(0n);
  });
});
