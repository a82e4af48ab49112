import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aService, type Service } from "../../testing/builders/a-service.ts";
import { aPriceList } from "../../testing/builders/credits/a-price-list.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const app = runApp();
let service: Service;
let narrow: Service;

beforeAll(async () => {
  await aPriceList(app.current, { pack: { priceMinor: 1_000, currency: "USD", credits: 100 } });
  service = await aService(app.current);
  narrow = await aService(app.current, [
    "users:write",
    "credits:write",
    "credits:grant",
    "credits:read",
    "content:write",
    "orders:write",
  ]);
});

const post = (path: string, body: object): Promise<Answer> => service.post(`/api_v1/service/${path}`, body);
const ago = (minutes: number): string => new Date(app.current.clock.now().getTime() - minutes * 60_000).toISOString();
const aUser = async (options: object = {}): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  expect((await post("user/upsert", { email, occurred_at: ago(60), ...options })).status).toBe(200);
  return email;
};
const grant = (user_email: string, amount: number): Promise<Answer> =>
  post("credits/grant", { user_email, amount, category: "promo", reference: "welcome", idempotency_key: randomUUID() });
const balance = async (user_email: string) => (await post("credits/balance", { user_email })).body;
const order = (user_email: string, options: object) => ({
  user_email,
  product: { type: "credit_pack", code: "pack", name: "Pack" },
  credits: 100,
  amount_minor: 1_000,
  currency: "USD",
  status: "paid",
  provider: "test",
  ordered_at: ago(50),
  occurred_at: ago(50),
  ...options,
});
const expectSoundLedger = async (): Promise<void> => {
  const { rows } = await sql`select * from check_credits(0, 1000000)`.execute(app.current.db);
  expect(rows).toEqual([]);
};

describe("end users", () => {
  it("are told of once and changed by newer news alone", async () => {
    const email = await aUser({ name: "First", external_id: `x-${randomUUID()}` });
    expect((await post("user/upsert", { email, name: "Newer", occurred_at: ago(10) })).body.is_newer).toBe(true);
    expect((await post("user/upsert", { email, name: "Older", occurred_at: ago(20) })).body.is_newer).toBe(false);
    const row = await app.current.db.selectFrom("end_user").selectAll().where("email", "=", email).executeTakeFirst();
    expect(row).toMatchObject({ name: "Newer", seen_at: new Date(ago(10)) });
  });

  it("keep their account when their address changes", async () => {
    const external_id = `x-${randomUUID()}`;
    const email = await aUser({ external_id });
    await grant(email, 70);
    const renamed = `${randomUUID()}@example.com`;
    expect((await post("user/upsert", { email: renamed, external_id, occurred_at: ago(5) })).status).toBe(200);
    expect(await balance(renamed)).toMatchObject({ available: 70 });
    expect((await post("credits/balance", { user_email: email })).status).toBe(404);
    const taken = await post("user/upsert", { email: await aUser(), external_id, occurred_at: ago(1) });
    expect(taken).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("become one when many tell of a new one at the same time", async () => {
    const email = `${randomUUID()}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post("user/upsert", { email: n % 2 ? email : email.toUpperCase(), external_id: email, occurred_at: ago(9) }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("are not told of from the future", async () => {
    const email = `${randomUUID()}@example.com`;
    expect((await post("user/upsert", { email, occurred_at: ago(-60) })).status).toBe(422);
  });
});

describe("credits of jobs", () => {
  it("are held, taken and given back, and the project knows", async () => {
    const user_email = await aUser();
    const project_id = randomUUID();
    await grant(user_email, 100);
    await post("project/upsert", { id: project_id, user_email, name: "Film", occurred_at: ago(40) });
    const key = (): string => randomUUID();
    const held = await post("credits/reserve", { user_email, amount: 60, project_id, idempotency_key: key() });
    expect(held.body).toMatchObject({ is_replay: false, account: { available: 40, reserved: 60 } });
    const settle = { user_email, hold: held.body.seq, amount: 45, project_id, model: "m", idempotency_key: key() };
    const settled = await post("credits/settle", settle);
    expect(settled.body.account).toEqual({ available: 55, reserved: 0 });
    expect((await post("credits/settle", settle)).body).toEqual({ ...settled.body, is_replay: true });
    const project = await app.current.db
      .selectFrom("project")
      .selectAll()
      .where("id", "=", project_id)
      .executeTakeFirst();
    expect(project?.credits_spent).toBe(45n);
    const refund = { user_email, settle: settled.body.seq, amount: 5, idempotency_key: key() };
    expect((await post("credits/refund", refund)).body.account).toEqual({ available: 60, reserved: 0 });
    const other = await post("credits/reserve", { user_email, amount: 10, idempotency_key: key() });
    const voided = await post("credits/void", { user_email, hold: other.body.seq, idempotency_key: key() });
    expect(voided.body.account).toEqual({ available: 60, reserved: 0 });
    await expectSoundLedger();
  });

  it("are refused with the reason", async () => {
    const user_email = await aUser();
    await grant(user_email, 10);
    const key = randomUUID();
    const much = await post("credits/reserve", { user_email, amount: 11, idempotency_key: key });
    expect(much).toMatchObject({ status: 409, body: { detail: "there are not enough credits for this" } });
    expect((await post("credits/reserve", { user_email, amount: 10, idempotency_key: key })).status).toBe(200);
    expect((await post("credits/reserve", { user_email, amount: 9, idempotency_key: key })).status).toBe(409);
    const hold = { user_email, hold: 99, amount: 1, idempotency_key: randomUUID() };
    expect((await post("credits/settle", hold)).status).toBe(404);
    const nobody = { user_email: "nobody@example.com", amount: 1, idempotency_key: randomUUID() };
    expect((await post("credits/reserve", nobody)).status).toBe(404);
  });

  it("are told of the past by those who may alone", async () => {
    const user_email = await aUser();
    const past = { user_email, amount: 5, category: "promo", reference: "w", occurred_at: "2025-02-03T04:05:06.000Z" };
    const refused = await narrow.post("/api_v1/service/credits/grant", { ...past, idempotency_key: randomUUID() });
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid" } });
    expect(refused.body.detail).toContain("backfill");
    const taken = await post("credits/grant", { ...past, idempotency_key: randomUUID() });
    expect(taken.body.at).toBe("2025-02-03T04:05:06.000Z");
    const early = { ...past, occurred_at: "1999-01-01T00:00:00Z", idempotency_key: randomUUID() };
    expect((await post("credits/grant", early)).status).toBe(422);
  });

  it("count for a project that is told of later", async () => {
    const user_email = await aUser();
    const project_id = randomUUID();
    await grant(user_email, 30);
    const held = await post("credits/reserve", { user_email, amount: 20, idempotency_key: randomUUID() });
    const settle = { user_email, hold: held.body.seq, amount: 20, project_id, idempotency_key: randomUUID() };
    await post("credits/settle", settle);
    await post("project/upsert", { id: project_id, user_email, name: "Late", occurred_at: ago(1) });
    const row = await app.current.db.selectFrom("project").selectAll().where("id", "=", project_id).executeTakeFirst();
    expect(row?.credits_spent).toBe(20n);
  });
});

describe("orders", () => {
  it("bring their credits once, when they are paid", async () => {
    const user_email = await aUser();
    const order_no = randomUUID();
    await post("order/upsert", order(user_email, { order_no, status: "pending", occurred_at: ago(50) }));
    expect(await balance(user_email)).toMatchObject({ available: 0 });
    const paid = order(user_email, { order_no, occurred_at: ago(40), paid_at: ago(40) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("order/upsert", paid)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const late = await post("order/upsert", order(user_email, { order_no, status: "failed", occurred_at: ago(45) }));
    expect(late.body.is_newer).toBe(false);
    expect(await balance(user_email)).toMatchObject({ available: 100, lifetime_granted: 100 });
    const row = await app.current.db
      .selectFrom("customer_order")
      .selectAll()
      .where("order_no", "=", order_no)
      .executeTakeFirst();
    expect(row).toMatchObject({ status: "paid", seq: 1n, grant_seq: 1n });
  });

  it("take back what is unspent of them, in proportion, when they are refunded", async () => {
    const user_email = await aUser();
    const order_no = randomUUID();
    await post("order/upsert", order(user_email, { order_no, occurred_at: ago(40) }));
    const held = await post("credits/reserve", { user_email, amount: 60, idempotency_key: randomUUID() });
    await post("credits/settle", { user_email, hold: held.body.seq, amount: 60, idempotency_key: randomUUID() });
    const partly = { order_no, status: "partially_refunded", refunded_minor: 250, occurred_at: ago(30) };
    await post("order/upsert", order(user_email, partly));
    expect(await balance(user_email)).toMatchObject({ available: 15 });
    await post("order/upsert", order(user_email, partly));
    const whole = { order_no, status: "refunded", refunded_minor: 1_000, occurred_at: ago(20) };
    await post("order/upsert", order(user_email, whole));
    expect(await balance(user_email)).toMatchObject({ available: 0, lifetime_consumed: 60 });
    expect((await post("order/upsert", order(user_email, { ...whole, refunded_minor: 2_000 }))).status).toBe(422);
    await expectSoundLedger();
  });

  it("grant what the price list says, whatever the service claims", async () => {
    const user_email = await aUser();
    expect((await post("order/upsert", order(user_email, { order_no: randomUUID(), credits: 3_000_000 }))).status).toBe(
      200,
    );
    expect(await balance(user_email)).toMatchObject({ available: 100 });
    const free = await post("order/upsert", order(user_email, { order_no: randomUUID(), amount_minor: 0 }));
    expect(free).toMatchObject({ status: 409, body: { detail: "'pack' costs 1000 USD, and this order paid 0 USD" } });
    const other = await post("order/upsert", order(user_email, { order_no: randomUUID(), currency: "JPY" }));
    expect(other.status).toBe(409);
    const unknown = { order_no: randomUUID(), product: { type: "credit_pack", code: "mine", name: "Mine" } };
    expect((await post("order/upsert", order(user_email, unknown))).body.detail).toContain("no product 'mine'");
    expect((await post("order/upsert", order(user_email, { ...unknown, credits: 0 }))).status).toBe(200);
    expect(await balance(user_email)).toMatchObject({ available: 100 });
  });

  it("and grants and refunds of services are in the history", async () => {
    const user_email = await aUser();
    await post("order/upsert", order(user_email, { order_no: "H-1" }));
    await grant(user_email, 5);
    const held = await post("credits/reserve", { user_email, amount: 9, idempotency_key: randomUUID() });
    const settle = { user_email, hold: held.body.seq, amount: 9, idempotency_key: randomUUID() };
    const { body: settled } = await post("credits/settle", settle);
    const refund = { user_email, settle: settled.seq, amount: 4, idempotency_key: randomUUID() };
    for (const _twice of [1, 2]) await post("credits/refund", refund);
    const { db } = app.current;
    const { id } = await db
      .selectFrom("end_user")
      .select("id")
      .where("email", "=", user_email)
      .executeTakeFirstOrThrow();
    const { items } = await listOperations(db, `end_user:${id}`, { limit: 9 });
    expect(items.map(({ op_type, user_name, meta }) => [op_type, user_name, meta.amount])).toEqual([
      ["Refund_credits", `service:${service.name}`, 4],
      ["Grant_credits", `service:${service.name}`, 5],
      ["Grant_order_credits", `service:${service.name}`, 100],
    ]);
  });

  it("and plans keep their customer", async () => {
    const order_no = randomUUID();
    await post("order/upsert", order(await aUser(), { order_no }));
    expect((await post("order/upsert", order(await aUser(), { order_no }))).status).toBe(409);
    const plan = {
      subscription_id: randomUUID(),
      code: "pro",
      name: "Pro",
      interval: "month",
      price_minor: 2_000,
      currency: "USD",
      credits_per_period: 500,
      status: "active",
      started_at: ago(99),
      provider: "test",
      current_period_start: ago(99),
      current_period_end: ago(-9_999),
      occurred_at: ago(30),
    };
    const user_email = await aUser();
    expect((await post("plan/upsert", { ...plan, user_email })).body.is_newer).toBe(true);
    const older = { ...plan, user_email, status: "cancelled", occurred_at: ago(31) };
    expect((await post("plan/upsert", older)).body.is_newer).toBe(false);
    expect((await post("plan/upsert", { ...plan, user_email: await aUser() })).status).toBe(409);
    expect((await post("plan/upsert", { ...plan, user_email, current_period_end: ago(100) })).status).toBe(422);
  });
});

it("the service API writes no e-mail address into any line of the log", () => {
  expect(app.current.log.length).toBeGreaterThan(100);
  expect(app.current.log.filter((line) => line.includes("@example.com"))).toEqual([]);
  expect(app.current.log.filter((line) => line.includes(service.secret))).toEqual([]);
});
