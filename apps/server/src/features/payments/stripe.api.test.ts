import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aPriceList } from "../../testing/builders/credits/a-price-list.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const OLD_SECRET = "whsec_canary_old";
const SECRET = "whsec_canary_new";
const app = runApp((config) => ({ ...config, stripeSecrets: [OLD_SECRET, SECRET] }));
const PATH = "/api_v1/payments/stripe/webhook";

beforeAll(() =>
  aPriceList(app.current, {
    "pack-100": { priceMinor: 1_000, currency: "USD", credits: 100 },
    price_1: { priceMinor: 2_000, currency: "USD", credits: 500 },
  }),
);

const nowS = (): number => Math.floor(app.current.clock.now().getTime() / 1000);
const signed = (payload: string, { t = nowS(), secret = SECRET } = {}): string =>
  `t=${t},v1=${"0".repeat(64)},v1=${createHmac("sha256", secret).update(`${t}.${payload}`).digest("hex")},v0=abc`;
const deliver = (event: object, options: { t?: number; secret?: string } = {}): Promise<Answer> => {
  const body = JSON.stringify(event);
  const headers = { "sec-fetch-site": "cross-site", "content-type": "application/json" };
  return app.current.call(PATH, {
    method: "POST",
    body,
    headers: { ...headers, "stripe-signature": signed(body, options) },
  });
};

const person = () => {
  const mark = randomUUID().slice(0, 8);
  return { email: `payer-${mark}@example.com`, customer: `cus_${mark}`, intent: `pi_${mark}`, mark };
};
type Person = ReturnType<typeof person>;
const known = async (who: Person): Promise<bigint> => {
  const at = app.current.clock.now();
  const { id } = await app.current.db
    .insertInto("end_user")
    .values({ email: who.email, created_at: at, seen_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const event = (type: string, created: number, object: object) => ({
  id: `evt_${randomUUID()}`,
  object: "event",
  type,
  created,
  data: { object },
});
const bought = (who: Person, t = nowS()) =>
  event("checkout.session.completed", t, {
    id: `cs_${who.mark}`,
    mode: "payment",
    payment_status: "paid",
    created: t - 60,
    customer: who.customer,
    customer_details: { email: who.email },
    payment_intent: who.intent,
    amount_total: 1_000,
    currency: "usd",
    metadata: { credits: "100", product_code: "pack-100", product_name: "100 credits", credits_valid_days: "365" },
  });
const refunded = (who: Person, amount: number, t: number) =>
  event("charge.refunded", t, {
    id: `ch_${who.mark}`,
    customer: who.customer,
    payment_intent: who.intent,
    amount_refunded: amount,
  });
const billed = (who: Person, type: "invoice.paid" | "invoice.payment_failed", t: number) =>
  event(type, t, {
    id: `in_${who.mark}`,
    created: nowS() - 900,
    customer: who.customer,
    customer_email: who.email,
    total: 2_000,
    currency: "usd",
    payment_intent: `${who.intent}_inv`,
    lines: { data: [{ price: { id: "price_1", nickname: "Pro", metadata: { credits: "500" } }, metadata: null }] },
  });
const subscribed = (who: Person, type: string, t: number, options: object = {}) =>
  event(`customer.subscription.${type}`, t, {
    id: `sub_${who.mark}`,
    customer: who.customer,
    status: "active",
    start_date: nowS() - 1_000,
    ...options,
    items: {
      data: [
        {
          quantity: 1,
          current_period_start: nowS() - 1_000,
          current_period_end: nowS() + 9_000,
          price: { id: "price_1", unit_amount: 2_000, currency: "usd", recurring: { interval: "month" } },
        },
      ],
    },
  });

const stateOf = async (id: bigint) => {
  const { db } = app.current;
  const account = await db.selectFrom("credit_account").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const orders = await db
    .selectFrom("customer_order")
    .selectAll()
    .where("user_id", "=", id)
    .orderBy("order_no")
    .execute();
  const plans = await db.selectFrom("subscription").selectAll().where("user_id", "=", id).orderBy("id").execute();
  return {
    available: Number(account.available),
    granted: Number(account.lifetime_granted),
    orders: orders.map(({ status, refunded_minor, paid_at }) => [status, Number(refunded_minor), paid_at?.getTime()]),
    plans: plans.map(({ status, told_at }) => [status, told_at.getTime()]),
  };
};
const eventStatus = async (id: string) => {
  const row = await app.current.db
    .selectFrom("payment_event")
    .selectAll()
    .where("event_id", "=", id)
    .executeTakeFirst();
  return row && { status: row.status, attempts: row.attempts, error: row.error };
};

describe("the webhook of Stripe", () => {
  it("takes what bears one of its signatures, and nothing else", async () => {
    const who = person();
    await known(who);
    const told = bought(who);
    for (const options of [{ secret: "whsec_other" }, { t: nowS() - 301 }, { t: nowS() + 301 }]) {
      expect(await deliver(told, options)).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    }
    const bare = await app.current.call(PATH, { method: "POST", body: JSON.stringify(told) });
    expect(bare.status).toBe(403);
    expect(await eventStatus(told.id)).toBeUndefined();
    expect((await deliver(told, { secret: OLD_SECRET })).status).toBe(200);
    expect(await eventStatus(told.id)).toEqual({ status: "applied", attempts: 1, error: null });
    const body = JSON.stringify(bought(who));
    const headers = { "stripe-signature": signed(body) };
    const changed = await app.current.call(PATH, { method: "POST", body: body.replace("1000", "1001"), headers });
    expect(changed.status).toBe(403);
  });

  it("acts once on a hundred copies", async () => {
    const who = person();
    const id = await known(who);
    const told = bought(who);
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(told)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stateOf(id)).toMatchObject({ available: 100, granted: 100 });
    expect(await eventStatus(told.id)).toMatchObject({ attempts: 1 });
  });

  it("ends in the same state in whatever order things come", async () => {
    const t = nowS();
    const story = (who: Person) => [
      subscribed(who, "created", t - 500, { status: "incomplete" }),
      billed(who, "invoice.payment_failed", t - 400),
      billed(who, "invoice.paid", t - 300),
      subscribed(who, "updated", t - 290),
      bought(who, t - 200),
      refunded(who, 250, t - 100),
      refunded(who, 500, t - 90),
      subscribed(who, "deleted", t - 50, { status: "canceled", canceled_at: t - 50 }),
    ];
    const told = async (shuffle: (events: object[]) => object[]) => {
      const who = person();
      const id = await known(who);
      for (const each of shuffle(story(who))) expect((await deliver(each)).status).toBe(200);
      return stateOf(id);
    };
    const forward = await told((events) => events);
    expect(forward).toMatchObject({ available: 550, plans: [["cancelled", (t - 50) * 1000]] });
    expect(forward.orders).toHaveLength(2);
    expect(await told((events) => events.toReversed())).toEqual(forward);
    expect(await told((events) => [...events.slice(3), ...events.slice(0, 3)])).toEqual(forward);
    const { rows } = await sql`select * from check_credits(0, 1000000)`.execute(app.current.db);
    expect(rows).toEqual([]);
  });

  it("decides between two of one second by their ids", async () => {
    const [first, second] = [person(), person()];
    const ids = [await known(first), await known(second)];
    for (const [who, order] of [
      [first, [0, 1]],
      [second, [1, 0]],
    ] as const) {
      await deliver(bought(who));
      const pair = [
        { ...subscribed(who, "updated", nowS()), id: `evt_a_${who.mark}` },
        { ...subscribed(who, "updated", nowS(), { status: "past_due" }), id: `evt_b_${who.mark}` },
      ];
      for (const n of order) await deliver(pair[n] ?? {});
    }
    for (const id of ids) expect((await stateOf(id)).plans).toMatchObject([["past_due", nowS() * 1000]]);
  });

  it("keeps what is about nobody known, and does it when it is asked again, also after 25 hours", async () => {
    const who = person();
    const told = bought(who);
    expect((await deliver(told)).status).toBe(200);
    expect(await eventStatus(told.id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("no end user"),
    });
    app.current.clock.advance(25 * 3_600_000);
    const id = await known(who);
    const admin = await aCaller(app.current, { permissions: ["MAGI_ADMIN"] });
    const tools = "/api_v1/admin/tools/payment_events";
    const replay = { provider: "stripe", event_id: told.id };
    const list = await admin.get(`${tools}?status=failed`);
    expect(list.body).toMatchObject({ is_stripe_configured: true, items: [{ event_id: told.id, type: told.type }] });
    expect(await admin.post(`${tools}/replay`, replay)).toMatchObject({ status: 200, body: { status: "applied" } });
    expect(await admin.post(`${tools}/replay`, replay)).toMatchObject({ status: 200, body: { status: "applied" } });
    expect(await stateOf(id)).toMatchObject({ available: 100, granted: 100 });
    // Stripe signs a redelivery with a new timestamp.
    expect((await deliver(told)).status).toBe(200);
    expect(await stateOf(id)).toMatchObject({ available: 100 });
    expect((await admin.post(`${tools}/replay`, { ...replay, event_id: "evt_none" })).status).toBe(404);
    const entries = await app.current.db
      .selectFrom("operation")
      .select(["op_type", "subjects"])
      .where("user_name", "=", admin.username)
      .execute();
    expect(entries).toEqual(
      Array(2).fill({ op_type: "Replay_payment_event", subjects: [`payment_event:stripe:${told.id}`] }),
    );
  });

  it("keeps what it does not know as ignored, and what it cannot read as failed", async () => {
    const other = event("customer.created", nowS(), { id: "cus_1", name: "half a \ud800 character \u0000" });
    expect((await deliver(other)).status).toBe(200);
    expect(await eventStatus(other.id)).toMatchObject({ status: "ignored" });
    const odd = event("invoice.paid", nowS(), { id: 7 });
    expect((await deliver(odd)).status).toBe(200);
    expect(await eventStatus(odd.id)).toMatchObject({ status: "failed", error: expect.stringContaining("shape") });
    expect((await deliver({ nothing: true })).status).toBe(400);
  });

  it("writes neither its secret nor an address into any line of the log", () => {
    const lines = app.current.log.filter((line) => /whsec_canary|@example\.com/.test(line));
    expect(app.current.log.length).toBeGreaterThan(100);
    expect(lines).toEqual([]);
  });
});

describe("without a secret", () => {
  const bare = runApp((config) => ({ ...config, stripeSecrets: [] }));

  it("the webhook answers that it is not configured", async () => {
    const answer = await bare.current.call(PATH, { method: "POST", body: "{}" });
    expect(answer).toMatchObject({ status: 503, body: { detail: "Stripe webhooks are not configured" } });
  });
});
