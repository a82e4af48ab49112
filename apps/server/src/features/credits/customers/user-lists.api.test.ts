import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { parseCsv } from "../../../platform/csv.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aCustomer, type TestCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";
import { moveCredits } from "../ledger/ledger.store.ts";

const API = "/api_v1/admin/user";
const running = runApp();
let admin: Caller;
let user: TestCustomer;

beforeAll(async () => {
  const { db } = running.current;
  user = await aCustomer(db);
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
});

const aPlan = async (status = "active", owner = user): Promise<string> => {
  const id = randomUUID();
  await sql`with counted as (update end_user set plan_count = plan_count + 1 where id = ${owner.id} returning plan_count)
    insert into subscription (id, user_id, seq, code, name, billing_interval, price_minor, currency, credits_per_period, status,
      current_period_start, current_period_end, provider, started_at, told_at)
    select ${id}, ${owner.id}, plan_count, 'pro', '=cmd()', 'month', 900, 'USD', 100, ${status}, now(),
      now() + interval '20 days', 'stripe', now(), now() from counted`.execute(running.current.db);
  return id;
};
const listOf = async (list: string, query = "") =>
  (await admin.get(`${API}/${list}?user_email=${user.email}${query}`)).body as { items: object[]; total: number };

describe("unsubscribing", () => {
  const ask = (id: string, more: object = {}) =>
    admin.post("/api_v1/user/unsubscribe", {
      user_email: user.email,
      subscription_id: id,
      reason: "asked by mail",
      idempotency_key: randomUUID(),
      ...more,
    });

  it("lets the period end first, once, and is in the history", async () => {
    const id = await aPlan();
    const key = randomUUID();
    const first = await ask(id, { idempotency_key: key });
    const plan = first.body.plan as { status: string; cancel_at: string; current_period_end: string };
    expect(plan).toMatchObject({ status: "cancel_scheduled", cancel_at: plan.current_period_end });
    expect((await ask(id, { idempotency_key: key })).body).toEqual(first.body);
    expect((await ask(id, { idempotency_key: key, mode: "now" })).status).toBe(409);
    expect((await ask(id)).status).toBe(409);
    const { items } = await listOperations(running.current.db, `end_plan:${id}`, { limit: 9 });
    expect(items).toMatchObject([
      {
        op_type: "Unsubscribe_user_plan",
        meta: { target: user.email, before: { status: "active" }, mode: "period_end" },
      },
    ]);
    expect((await ask(id, { mode: "now" })).body.plan).toMatchObject({ status: "cancelled" });
    expect((await ask(id, { mode: "now" })).status).toBe(409);
  });

  it("says in the answer, the list, the table and the history that the provider was not told", async () => {
    const id = await aPlan();
    const { body } = await ask(id, { mode: "now" });
    const untold = { state: "not_told", problem: "not_configured" };
    expect(body.plan).toMatchObject({ is_provider_connected: false, provider_cancellation: untold });
    const { items } = await listOf("plan");
    expect(items[0]).toMatchObject({ subscription_id: id, provider_cancellation: untold });
    const [entry] = (await listOperations(running.current.db, `end_plan:${id}`, { limit: 9 })).items;
    expect(entry?.meta).toMatchObject({
      after: { status: "cancelled", provider_cancellation: "not_told" },
      provider:
        "No API key of Stripe is configured. The subscription was not cancelled at Stripe: cancel it there by hand.",
    });
    const outbox = await running.current.db.selectFrom("outbox").selectAll().execute();
    expect(outbox.filter(({ workflow_type }) => workflow_type === "cancelSubscription")).toEqual([]);
  });

  it("is about a subscription of this person only, by an administrator only", async () => {
    const other = await aCustomer(running.current.db);
    expect((await ask(await aPlan("active", other))).status).toBe(404);
    expect((await ask(randomUUID())).status).toBe(404);
    const stranger = await aCaller(running.current, { permissions: ["USER_MANAGE_W"] });
    expect((await stranger.post("/api_v1/user/unsubscribe", {})).status).toBe(403);
  });
});

describe("the lists", () => {
  it("show what happens today also after the last day of the usual range", async () => {
    const { db, clock } = running.current;
    const today = new Date("2031-01-02T10:00:00Z");
    clock.advance(today.getTime() - clock.now().getTime());
    const cookies = (await aCaller(running.current, { permissions: ["MAGI_ADMIN"] })).cookies;
    await sql`with counted as (update end_user set order_count = 1, project_count = 1 where id = ${user.id} returning id)
      insert into customer_order (user_id, seq, order_no, product_type, product_code, product_name, credits, amount_minor,
        currency, status, provider, ordered_at, told_at)
      select id, 1, 'o-1', 'plan', 'p', 'P', 1, 1, 'USD', 'paid', 'x', ${today}, ${today} from counted`.execute(db);
    await sql`insert into project (id, user_id, seq, name, created_at, last_activity_at)
      values ('p-1', ${user.id}, 1, 'Trailer', ${today}, ${today})`.execute(db);
    for (const list of ["order", "project"]) {
      const path = `${API}/${list}?user_email=${user.email}`;
      const open = await running.current.call(`${path}&start_time=2021-01-01T00:00:00Z`, { cookies });
      expect(open.body).toMatchObject({ total: 1 });
      const ended = await running.current.call(`${path}&end_time=2031-01-01T00:00:00Z`, { cookies });
      expect(ended.body).toMatchObject({ items: [], total: 0 });
    }
    clock.advance(Date.now() - today.getTime());
  });

  it("become tables that run nothing in a spreadsheet", async () => {
    await aPlan();
    const { db, app } = running.current;
    const grant = { accountId: user.id, kind: "grant" as const, amount: 9, category: "paid" as const, actor: "=1+1" };
    for (let n = 0; n < 1_100; n++)
      await moveCredits(db, { ...grant, key: `csv-${n}`, memo: { reason: `"quoted", ${n}` } });
    const csvOf = async (kind: string) => {
      const url = `${API}/export?kind=${kind}&user_email=${user.email}`;
      const response = await app.http.inject({ url, cookies: admin.cookies });
      expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
      expect(response.headers["content-disposition"]).toBe(`attachment; filename="${kind}s.csv"`);
      const [head, ...rows] = parseCsv(response.body).map(({ fields }) => fields);
      return rows.map((fields) => Object.fromEntries(fields.map((field, n) => [head?.[n] ?? "", field])));
    };
    const movements = await csvOf("transaction");
    const { total } = await listOf("transaction");
    expect(movements).toHaveLength(total);
    expect(movements.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: total }, (_, n) => total - n));
    expect(movements[0]).toMatchObject({ reason: '"quoted", 1099', actor: "'=1+1", amount: "9" });
    expect((await csvOf("plan"))[0]).toMatchObject({ name: "'=cmd()", status: "active" });
    expect(await csvOf("order")).toMatchObject([{ order_no: "o-1", amount_minor: "1" }]);
  });
});

describe("consumption", () => {
  it("is counted on the day of the job in the given place, less what was given back", async () => {
    const { db } = running.current;
    const eve = await aCustomer(db);
    let n = 0;
    const move = (at: string, more: object) =>
      moveCredits(db, {
        accountId: eve.id,
        key: `k${n++}`,
        actor: "t",
        memo: {},
        at: new Date(at),
        ...more,
      } as never);
    await move("2026-03-01T00:00:00Z", { kind: "grant", amount: 1_000, category: "paid" });
    const job = async (at: string, amount: number, model: string) => {
      const held = await move(at, { kind: "reserve", amount });
      const ref = "movement" in held ? held.movement.seq : 0;
      const settled = await move(at, { kind: "settle", amount, ref, memo: { model } });
      return "movement" in settled ? settled.movement.seq : 0;
    };
    await job("2026-03-01T23:30:00Z", 10, "m1");
    await job("2026-03-02T10:00:00Z", 20, "m1");
    const last = await job("2026-03-02T11:00:00Z", 5, "m2");
    await move("2026-03-20T00:00:00Z", { kind: "refund", ref: last, amount: 3, category: "compensation" });
    const ask = (query: string) => admin.get(`${API}/consumption?user_email=${eve.email}${query}`);
    const march = "&start_time=2026-03-01T00:00:00Z&end_time=2026-04-01T00:00:00Z";
    expect((await ask(march)).body.days).toEqual([
      { day: "2026-03-01", model: "m1", credits: 10, jobs: 1 },
      { day: "2026-03-02", model: "m1", credits: 20, jobs: 1 },
      { day: "2026-03-02", model: "m2", credits: 2, jobs: 1 },
    ]);
    expect((await ask(`${march}&time_zone=Asia/Tokyo`)).body.days).toMatchObject([
      { day: "2026-03-02", model: "m1", credits: 30, jobs: 2 },
      { day: "2026-03-02", model: "m2" },
    ]);
    expect((await ask("")).body.days).toHaveLength(3);
    for (const zone of ["Nowhere/Else", "%2B02:00", "';--"]) expect((await ask(`&time_zone=${zone}`)).status).toBe(422);
    expect((await ask("&start_time=2021-01-01T00:00:00Z&end_time=2031-01-01T00:00:00Z")).status).toBe(422);
  });
});
