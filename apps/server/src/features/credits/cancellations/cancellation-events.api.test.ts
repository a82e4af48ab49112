import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { createStripe } from "../../../platform/stripe/stripe.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { aPlan } from "../../../testing/builders/credits/a-plan.ts";
import {
  type FakeSubscription,
  type StripeServer,
  startStripeServer,
} from "../../../testing/outsiders/stripe-server.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";

const SECRET = "whsec_canary_cancel";
const API_KEY = "sk_test_canarykey0001";
const stripe = { apiKey: API_KEY, baseUrl: "https://api.stripe.com", isTrusted: false };
const app = runApp((config) => ({ ...config, stripeSecrets: [SECRET], stripe }));
let server: StripeServer;
let outgoing: ReturnType<typeof createOutgoing>;
let admin: Caller;

beforeAll(async () => {
  server = await startStripeServer();
  outgoing = createOutgoing({ trustedOrigins: [server.url] });
  admin = await aCaller(app.current, { permissions: ["MAGI_ADMIN"] });
});
afterAll(async () => {
  outgoing.close();
  await server.close();
});

const nowS = (): number => Math.floor(app.current.clock.now().getTime() / 1000);

const deliver = async (event: object): Promise<void> => {
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", SECRET).update(`${nowS()}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "stripe-signature": `t=${nowS()},v1=${signature}` };
  const { status } = await app.current.call("/api_v1/payments/stripe/webhook", { method: "POST", body, headers });
  expect(status).toBe(200);
};

const reported = (sub: FakeSubscription, type: string, created: number, options: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: "event",
  type: `customer.subscription.${type}`,
  created,
  data: { object: { ...sub, status: "active", cancel_at_period_end: false, canceled_at: null, ...options } },
});

/** A subscription that a backend reported under its own id, and whose customer Stripe has named. */
const subscribed = async () => {
  const sub = server.add();
  const { id: userId, email } = await aCustomer(app.current.db);
  await app.current.db
    .insertInto("payment_customer")
    .values({ provider: "stripe", customer: sub.customer, user_id: userId })
    .execute();
  const planId = await aPlan(app.current.db, { userId, providerRef: sub.id });
  return { sub, email, planId };
};

const unsubscribe = (email: string, planId: string, mode: "now" | "period_end") =>
  admin.post("/api_v1/user/unsubscribe", {
    user_email: email,
    subscription_id: planId,
    mode,
    reason: "asked by mail",
    idempotency_key: randomUUID(),
  });

const readPlan = async (email: string) => {
  const { body } = await admin.get(`/api_v1/admin/user/plan?user_email=${email}`);
  return (body as { items: { status: string; provider_cancellation: { state: string } | null }[] }).items[0];
};

const runWorkflow = async (planId: string) => {
  const { id } = await app.current.db
    .selectFrom("provider_cancellation")
    .select("id")
    .where("plan_id", "=", planId)
    .where("state", "<>", "superseded")
    .executeTakeFirstOrThrow();
  const client = createStripe(outgoing, { apiKey: server.apiKey, baseUrl: server.url });
  const deps = { db: app.current.db, clock: app.current.clock.now, stripe: client };
  return cancelAtProvider(deps, { cancellationId: id, requestId: "r-1" });
};

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

const ORDERS = permutations([0, 1, 2, 3]);

describe("a subscription that an operator ended now", () => {
  it.each(ORDERS)("stays cancelled when its events arrive in the order %i %i %i %i", async (...order) => {
    const { sub, email, planId } = await subscribed();
    const t = nowS();
    const first = await unsubscribe(email, planId, "now");
    expect(first.body.plan).toMatchObject({ status: "cancelled", provider_cancellation: { state: "sending" } });
    const events = [
      reported(sub, "updated", t - 60),
      // It was renewed before Stripe learned of the request.
      reported(sub, "updated", t + 1),
      reported(sub, "deleted", t + 2, { status: "canceled", canceled_at: t + 2, ended_at: t + 2 }),
      // Stripe's times are whole seconds, and its ids have no order.
      { ...reported(sub, "updated", t + 2), id: `evt_z${randomUUID()}` },
    ];
    for (const [place, number] of order.entries()) {
      if (place === 2) expect(["accepted", "closed"]).toContain(await runWorkflow(planId));
      await deliver(events[number] ?? {});
      expect((await readPlan(email))?.status).toBe("cancelled");
    }
    expect(await readPlan(email)).toMatchObject({
      status: "cancelled",
      cancel_reason: "asked by mail",
      provider_cancellation: { state: "confirmed" },
    });
    expect(server.effects.filter((effect) => effect.endsWith(sub.id)).length).toBeLessThanOrEqual(1);
  });

  it("is shown as not confirmed until the event arrives, whatever else is reported", async () => {
    const { sub, email, planId } = await subscribed();
    await unsubscribe(email, planId, "now");
    expect(await runWorkflow(planId)).toBe("accepted");
    await deliver(reported(sub, "updated", nowS() + 5));
    expect(await readPlan(email)).toMatchObject({
      status: "cancelled",
      is_provider_connected: true,
      provider_cancellation: { state: "accepted", attempts: 1 },
    });
    const header = await admin.get(`/api_v1/admin/user/credits/${email}`);
    expect(header.body.plan).toMatchObject({ subscription_id: planId });
    await deliver(reported(sub, "deleted", nowS() + 6, { status: "canceled", canceled_at: nowS() + 6 }));
    expect(await readPlan(email)).toMatchObject({ provider_cancellation: { state: "confirmed" } });
    expect((await admin.get(`/api_v1/admin/user/credits/${email}`)).body.plan).toBeNull();
  });
});

describe("a subscription that an operator ended with its period", () => {
  it("is confirmed by the event of the same second, and ends when the period does", async () => {
    const { sub, email, planId } = await subscribed();
    await unsubscribe(email, planId, "period_end");
    await deliver(reported(sub, "updated", nowS() + 1));
    expect(await readPlan(email)).toMatchObject({
      status: "cancel_scheduled",
      provider_cancellation: { state: "sending" },
    });
    expect(await runWorkflow(planId)).toBe("accepted");
    await deliver(reported(sub, "updated", nowS() + 1, { cancel_at_period_end: true }));
    const scheduled = { status: "cancel_scheduled", provider_cancellation: { state: "confirmed" } };
    expect(await readPlan(email)).toMatchObject(scheduled);
    await deliver(reported(sub, "updated", nowS()));
    expect(await readPlan(email)).toMatchObject(scheduled);
    await deliver(reported(sub, "deleted", nowS() + 9_000, { status: "canceled", canceled_at: nowS() }));
    expect(await readPlan(email)).toMatchObject({ status: "cancelled", cancel_reason: "asked by mail" });
  });

  it("shows the same, in either order of events, after the customer resumed it at Stripe", async () => {
    for (const isReversed of [false, true]) {
      const { sub, email, planId } = await subscribed();
      await unsubscribe(email, planId, "period_end");
      await runWorkflow(planId);
      const events = [
        reported(sub, "updated", nowS() + 1, { cancel_at_period_end: true }),
        reported(sub, "updated", nowS() + 2),
      ];
      for (const event of isReversed ? events.toReversed() : events) await deliver(event);
      expect(await readPlan(email)).toMatchObject({
        status: "active",
        cancel_at: null,
        cancel_reason: "",
        provider_cancellation: { state: "confirmed" },
      });
    }
  });

  it("can still be ended now, and the newer request replaces the open one", async () => {
    const { sub, email, planId } = await subscribed();
    await unsubscribe(email, planId, "period_end");
    expect((await unsubscribe(email, planId, "period_end")).status).toBe(409);
    expect((await unsubscribe(email, planId, "now")).body.plan).toMatchObject({ status: "cancelled" });
    expect((await unsubscribe(email, planId, "now")).status).toBe(409);
    expect(await runWorkflow(planId)).toBe("accepted");
    expect(server.effects.filter((effect) => effect.endsWith(sub.id))).toEqual([`DELETE ${sub.id}`]);
  });
});

describe("a request that Stripe refused", () => {
  it("can be repeated, and then ends the subscription", async () => {
    const { sub, email, planId } = await subscribed();
    server.subscriptions.delete(sub.id);
    await unsubscribe(email, planId, "now");
    expect(await runWorkflow(planId)).toBe("unsuccessful");
    const failed = { state: "failed", problem: "unknown_subscription" };
    expect(await readPlan(email)).toMatchObject({ status: "cancelled", provider_cancellation: failed });
    server.add(sub);
    expect((await unsubscribe(email, planId, "period_end")).status).toBe(409);
    const again = await unsubscribe(email, planId, "now");
    expect(again.body.plan).toMatchObject({ status: "cancelled", provider_cancellation: { state: "sending" } });
    expect(await runWorkflow(planId)).toBe("accepted");
  });
});

describe("the database", () => {
  it("refuses to resume a subscription that has ended", async () => {
    const { planId } = await subscribed();
    const set = (status: string) =>
      app.current.db.updateTable("subscription").set({ status }).where("id", "=", planId).execute();
    await set("cancelled");
    await expect(set("active")).rejects.toThrow("a subscription that has ended cannot be resumed");
  });
});

describe("the log", () => {
  it("contains neither the webhook's secret nor the API key", () => {
    expect(app.current.log.length).toBeGreaterThan(100);
    expect(app.current.log.filter((line) => /whsec_canary|canarykey|sk_test/.test(line))).toEqual([]);
  });
});
