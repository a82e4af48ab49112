import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aCustomer, type TestCustomer } from "../../testing/builders/credits/a-customer.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { moveCredits } from "./ledger/ledger.store.ts";

const API = "/api_v1/admin/user";
const DAY_MS = 86_400_000;
const running = runApp();
let admin: Caller;
let user: TestCustomer;

const creditsOf = (email: string, query = "") => admin.get(`${API}/credits/${encodeURIComponent(email)}${query}`);
const daysAhead = (days: number) => new Date(Date.now() + days * DAY_MS);

beforeAll(async () => {
  const { db } = running.current;
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
  user = await aCustomer(db, { email: "canary.eve+1@example.com" });
  const common = { accountId: user.id, actor: "test", memo: { reason: "to begin with" } };
  const grant = { ...common, kind: "grant" as const };
  await moveCredits(db, { ...grant, amount: 100, category: "paid", key: "a" });
  await moveCredits(db, { ...grant, amount: 40, category: "promo", expiresAt: daysAhead(10), key: "b" });
  await moveCredits(db, { ...grant, amount: 7, category: "promo", expiresAt: daysAhead(60), key: "c" });
  await moveCredits(db, { ...common, kind: "reserve", amount: 50, key: "d", memo: { model: "m1", task_id: "t1" } });
  await moveCredits(db, {
    ...common,
    kind: "settle",
    ref: 4,
    amount: 45,
    key: "e",
    memo: { model: "m1", task_id: "t1" },
  });
  await moveCredits(db, { ...common, kind: "reserve", amount: 97, key: "f", memo: {} });
});

describe("the credits of an end user", () => {
  it("are there with lots in the order of use and movements with balances before and after", async () => {
    const { status, body } = await creditsOf(user.email);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { email: user.email, status: "active" },
      account: { available: 5, reserved: 97, lifetime_granted: 147, lifetime_consumed: 45, expiring_30d: 0 },
      limits: { type_email_above: 10_000, second_person_above: 100_000 },
      plan: null,
    });
    expect(body.lots).toMatchObject([
      { lot: 3, remaining: 2, reserved: 2, category: "promo", reason: "to begin with", actor: "test" },
      { lot: 1, remaining: 100, reserved: 95, expires_at: null },
      { lot: 2, remaining: 0, granted: 40 },
    ]);
    expect(body.movements).toMatchObject([
      { seq: 6, type: "reserve", amount: -97, available_before: 102, available_after: 5, reserved_after: 97 },
      { seq: 5, type: "settle", amount: 5, reserved_change: -50, model: "m1", task_id: "t1", ref: 4 },
      {
        seq: 4,
        type: "reserve",
        lots: [
          { lot: 2, amount: 40 },
          { lot: 3, amount: 7 },
          { lot: 1, amount: 3 },
        ],
      },
      { seq: 3, type: "grant" },
      { seq: 2, type: "grant" },
      { seq: 1, type: "grant", amount: 100, available_before: 0 },
    ]);
  });

  it("are found whatever the case of the address, and not at all for nobody", async () => {
    expect((await creditsOf(user.email.toUpperCase())).status).toBe(200);
    const { status, body } = await creditsOf("nobody@example.com");
    expect([status, body.code]).toEqual([404, "not_found"]);
    for (const list of ["order", "plan", "transaction", "project", "consumption"]) {
      expect((await admin.get(`${API}/${list}?user_email=nobody@example.com`)).status).toBe(404);
    }
    expect((await admin.get(`${API}/export?kind=order&user_email=nobody@example.com`)).status).toBe(404);
  });

  it("say what expires soon", async () => {
    const { db } = running.current;
    const other = await aCustomer(db);
    const grant = { accountId: other.id, kind: "grant" as const, category: "promo" as const, actor: "test", memo: {} };
    await moveCredits(db, { ...grant, amount: 11, expiresAt: daysAhead(29), key: "a" });
    await moveCredits(db, { ...grant, amount: 13, expiresAt: daysAhead(31), key: "b" });
    const { body } = await creditsOf(other.email);
    expect(body.account).toMatchObject({ available: 24, expiring_30d: 11 });
  });

  it("are searched by the beginning of the address, and wildcards are escaped", async () => {
    const { body } = await admin.get(`${API}/search?q=${encodeURIComponent("Canary.E")}`);
    expect(body.items).toMatchObject([{ email: user.email }]);
    expect((await admin.get(`${API}/search?q=${encodeURIComponent("canary_")}`)).body.items).toEqual([]);
    expect((await admin.get(`${API}/search?q=%25`)).body.items).toEqual([]);
  });

  it("are for administrators of the platform only", async () => {
    const other = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "MAGI_VIEW_PAYMENTS"] });
    const { status, body } = await other.get(`${API}/credits/${user.email}`);
    expect([status, body.detail]).toEqual([403, "current user has no operation permission"]);
    expect((await running.current.call(`${API}/credits/${user.email}`)).status).toBe(401);
  });

  it("leave no address in any line of the log", async () => {
    await creditsOf(user.email);
    await creditsOf("canary.nobody@example.com");
    await admin.get(`${API}/transaction?user_email=${encodeURIComponent(user.email)}`);
    await admin.get(`${API}/credits/canary-no-address`);
    const lines = running.current.log;
    expect(lines.some((line) => line.includes("/api_v1/admin/user/credits/:email"))).toBe(true);
    expect(lines.filter((line) => /canary/i.test(line))).toEqual([]);
  });
});
