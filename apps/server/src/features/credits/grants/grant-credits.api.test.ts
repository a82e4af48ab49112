import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aCustomer, type TestCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations, verifyChain } from "../../operation-log/index.ts";

const API = "/api_v1/admin/user";
const running = runApp();
let admin: Caller;
let second: Caller;

beforeAll(async () => {
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
  second = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
});

const aGrantBody = (user: TestCustomer, more: object = {}) => ({
  user_email: user.email,
  amount: 500,
  category: "compensation",
  reason: "the clip was lost",
  idempotency_key: randomUUID(),
  ...more,
});
const grant = (body: object, by: Caller = admin) => by.post(`${API}/grant_credits`, body);
const balanceOf = async ({ id }: TestCustomer) =>
  Number(
    (
      await running.current.db
        .selectFrom("credit_account")
        .select("available")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).available,
  );
const historyOf = async ({ id }: TestCustomer) =>
  (await listOperations(running.current.db, `end_user:${id}`, { limit: 50 })).items;
const faults = async () => (await sql`select * from check_credits(0, 1000000)`.execute(running.current.db)).rows;

/** Retries with the same idempotency key: an overloaded server may refuse a request with 503, without any effect. */
const grantUntilAnswered = async (...request: Parameters<typeof grant>): ReturnType<typeof grant> => {
  for (;;) {
    const answer = await grant(...request);
    if (answer.status !== 503) return answer;
  }
};

describe("a grant", () => {
  it("gives the credits and is in the history with before and after", async () => {
    const user = await aCustomer(running.current.db);
    const input = aGrantBody(user, { ticket_url: "https://tickets.example.com/7", expires_at: "2040-01-01T00:00:00Z" });
    const { status, body } = await grant(input);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      grant: { lot: 1, granted: 500, remaining: 500, category: "compensation", expires_at: "2040-01-01T00:00:00.000Z" },
      account: { available: 500, lifetime_granted: 500 },
      request: null,
    });
    const [entry] = await historyOf(user);
    expect(entry).toMatchObject({
      seq: body.operation_id,
      op_type: "Grant_credits",
      user_name: admin.username,
      reason: "the clip was lost",
      meta: { target: user.email, before: { available: 0 }, after: { available: 500 }, amount: 500, lot: 1 },
    });
    expect(await verifyChain(running.current.db)).toMatchObject({ firstBroken: undefined });
  });

  it("asked a hundred times at once happens once, with one answer and one entry", async () => {
    const user = await aCustomer(running.current.db);
    const input = aGrantBody(user);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => grantUntilAnswered(input, n % 2 === 0 ? admin : second)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balanceOf(user)).toBe(500);
    expect(await historyOf(user)).toHaveLength(1);
    await grant(aGrantBody(user));
    const { status, body } = await grant(input);
    expect([status, JSON.stringify(body)]).toEqual([200, JSON.stringify(answers[0]?.body)]);
    expect(await faults()).toEqual([]);
  });

  it("is refused under a key that was used for something else, also for somebody else", async () => {
    const [user, other] = [await aCustomer(running.current.db), await aCustomer(running.current.db)];
    const input = aGrantBody(user);
    await grant(input);
    for (const changed of [{ amount: 501 }, { reason: "another reason" }, { user_email: other.email }]) {
      const { status, body } = await grant({ ...input, ...changed });
      expect([status, body.code]).toEqual([409, "conflict"]);
    }
    expect([await balanceOf(user), await balanceOf(other)]).toEqual([500, 0]);
  });

  it("that is refused leaves its key free", async () => {
    const input = { ...aGrantBody({ id: 0n, email: "later@example.com" }) };
    expect((await grant(input)).status).toBe(404);
    const user = await aCustomer(running.current.db, { email: "later@example.com" });
    expect((await grant(input)).status).toBe(200);
    expect(await balanceOf(user)).toBe(500);
  });

  it("above the first limit needs the address typed", async () => {
    const user = await aCustomer(running.current.db);
    const input = aGrantBody(user, { amount: 10_001 });
    for (const typed_email of [undefined, "", "else@example.com"]) {
      const { status, body } = await grant({ ...input, typed_email });
      expect([status, body.code]).toEqual([422, "invalid"]);
    }
    expect((await grant({ ...input, typed_email: ` ${user.email.toUpperCase()} ` })).status).toBe(200);
    expect((await grant(aGrantBody(user, { amount: 10_000 }))).status).toBe(200);
    expect(await balanceOf(user)).toBe(20_001);
  });

  it("goes to nobody deleted, and never in credits that have expired", async () => {
    const deleted = await aCustomer(running.current.db, { status: "deleted" });
    expect((await grant(aGrantBody(deleted))).status).toBe(422);
    const user = await aCustomer(running.current.db);
    expect((await grant(aGrantBody(user, { expires_at: "2020-01-01T00:00:00Z" }))).status).toBe(422);
    for (const wrong of [{ amount: 0 }, { amount: -1 }, { amount: 1.5 }, { reason: "hm" }, { category: "gift" }]) {
      expect((await grant(aGrantBody(user, wrong))).status).toBe(422);
    }
    expect(await balanceOf(user)).toBe(0);
  });
});

describe("a grant above the second limit", () => {
  const ask = async (user: TestCustomer) => {
    const { status, body } = await grant(aGrantBody(user, { amount: 100_001, typed_email: user.email }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ grant: null, account: { available: 0 }, request: { status: "pending" } });
    return (body.request as { id: string }).id;
  };
  const decide = (by: Caller, id: string, decision: string, reason = "I have seen it") =>
    by.post(`${API}/grant_request/decide`, { id, decision, reason });

  it("waits for somebody else, who approves it once", async () => {
    const user = await aCustomer(running.current.db);
    const id = await ask(user);
    const own = await decide(admin, id, "approved");
    expect([own.status, own.body.detail]).toEqual([409, expect.stringContaining("another administrator")]);
    const third = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => decide(n % 2 ? second : third, id, "approved")),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(10);
    expect(new Set(good.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(good[0]?.body).toMatchObject({ grant: { granted: 100_001 }, request: { status: "approved" } });
    expect(await balanceOf(user)).toBe(100_001);
    expect((await historyOf(user)).map(({ op_type }) => op_type)).toEqual(["Approve_grant", "Request_grant"]);
    expect((await decide(second, id, "rejected")).status).toBe(409);
    expect((await admin.get(`${API}/grant_request?status=approved`)).body).toMatchObject({ items: [{ id }], total: 1 });
  });

  it("can be rejected, and gives nothing", async () => {
    const user = await aCustomer(running.current.db);
    const id = await ask(user);
    expect((await decide(second, id, "rejected")).body).toMatchObject({
      grant: null,
      account: { available: 0 },
      request: { status: "rejected", decided_by: second.username },
    });
    expect(await balanceOf(user)).toBe(0);
    expect((await historyOf(user))[0]).toMatchObject({
      op_type: "Reject_grant",
      meta: { requested_by: admin.username },
    });
    expect((await decide(second, randomUUID(), "approved")).status).toBe(404);
  });

  it("cannot be decided by its own maker, whatever the code says", async () => {
    const id = await ask(await aCustomer(running.current.db));
    const update = sql`update grant_request set status = 'rejected', decided_by = ${admin.username}, decided_at = now()
      where id = ${id}`.execute(running.current.db);
    await expect(update).rejects.toThrow("check constraint");
  });
});

describe("voiding a grant", () => {
  it("takes back what is unspent, once", async () => {
    // Not the one whose large grants were approved above: they count for 24 hours.
    const operator = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    const user = await aCustomer(running.current.db);
    await grant(aGrantBody(user), operator);
    const input = { user_email: user.email, lot: 1, reason: "a mistake", idempotency_key: randomUUID() };
    const first = await admin.post(`${API}/void_grant`, input);
    expect(first.body).toMatchObject({ voided: 500, account: { available: 0, lifetime_granted: 0 } });
    expect((await admin.post(`${API}/void_grant`, input)).body).toEqual(first.body);
    const again = await admin.post(`${API}/void_grant`, { ...input, idempotency_key: randomUUID() });
    expect([again.status, again.body.detail]).toEqual([409, "this grant has no remaining credits to revoke"]);
    const none = await admin.post(`${API}/void_grant`, { ...input, lot: 99, idempotency_key: randomUUID() });
    expect(none.status).toBe(404);
    expect((await historyOf(user)).map(({ op_type }) => op_type)).toEqual(["Void_grant", "Grant_credits"]);
    expect(await faults()).toEqual([]);
  });
});
