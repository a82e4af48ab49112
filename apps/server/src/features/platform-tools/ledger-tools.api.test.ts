import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aCustomer, type TestCustomer } from "../../testing/builders/credits/a-customer.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { asOwner } from "../../testing/template-database.ts";
import { moveCredits } from "../credits/index.ts";
import { listOperations } from "../operation-log/index.ts";
import { findLedgerSlice } from "./ledger-tools.store.ts";

const API = "/api_v1/admin/tools";
const DAY_MS = 86_400_000;
const running = runApp();
let admin: Caller;
let user: TestCustomer;

beforeAll(async () => {
  const { db } = running.current;
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
  user = await aCustomer(db);
  const common = { accountId: user.id, actor: "test" };
  const grant = { ...common, kind: "grant" as const, category: "promo" as const, memo: {} };
  await moveCredits(db, { ...grant, amount: 10, key: "a", expiresAt: new Date(Date.now() - DAY_MS) });
  await moveCredits(db, { ...grant, amount: 20, key: "b", expiresAt: new Date(Date.now() + 5 * DAY_MS) });
  await moveCredits(db, { ...common, kind: "reserve", amount: 4, key: "c", memo: { task_id: "t1", model: "m" } });
});

describe("the tools of the ledger", () => {
  it("say what will expire", async () => {
    expect((await admin.get(`${API}/expiry`)).body).toMatchObject({
      lots: [{ user_email: user.email, lot: 1, amount: 6 }],
      total: 1,
      is_total_exact: true,
      amount: 6,
    });
    expect((await admin.get(`${API}/expiry?days=6&limit=1`)).body).toMatchObject({
      lots: [{ lot: 1 }],
      total: 2,
      amount: 26,
    });
  });

  it("show holds that stay open, and give them back once", async () => {
    running.current.clock.advance(60_000);
    expect((await admin.get(`${API}/holds`)).body).toMatchObject({ items: [], total: 0 });
    expect((await admin.get(`${API}/holds?older_than_minutes=0`)).body).toMatchObject({
      items: [{ user_email: user.email, hold: 3, amount: 4, task_id: "t1" }],
      total: 1,
      is_total_exact: true,
    });
    const input = { user_email: user.email, hold: 3, reason: "the job died", idempotency_key: randomUUID() };
    const first = await admin.post(`${API}/holds/void`, input);
    expect(first.body).toMatchObject({ account: { available: 30, reserved: 0 } });
    expect((await admin.post(`${API}/holds/void`, input)).body).toEqual(first.body);
    expect((await admin.post(`${API}/holds/void`, { ...input, idempotency_key: randomUUID() })).status).toBe(409);
    const { items } = await listOperations(running.current.db, `end_user:${user.id}`, { limit: 9 });
    expect(items).toMatchObject([{ op_type: "Void_hold", meta: { before: { reserved: 4 }, after: { reserved: 0 } } }]);
  });

  it("find an account that does not fit", async () => {
    const check = async () => (await admin.post(`${API}/ledger_check`, {})).body;
    expect(await check()).toMatchObject({ is_complete: true, faults: [], accounts: 1, checked_to: Number(user.id) });
    const { ownerUrl } = running.current.config.database;
    const { db } = running.current;
    const { name } = await db
      .selectNoFrom((eb) => eb.fn<string>("current_database").as("name"))
      .executeTakeFirstOrThrow();
    const url = new URL(ownerUrl ?? "");
    url.pathname = `/${name}`;
    await asOwner(url.href, `update credit_account set available = available + 1 where id = ${user.id}`);
    const { faults } = await check();
    expect(faults).toContainEqual({ user_email: user.email, what: "balance is not the sum of its movements" });
  });

  it("check account by account, never too much at once", async () => {
    const { db } = running.current;
    const [ann, bob] = [await aCustomer(db), await aCustomer(db)];
    const slice = (after: bigint | number, maxAccounts: number, maxMovements: number) =>
      findLedgerSlice(db, Number(after), { maxAccounts, maxMovements });
    expect(await slice(0, 10, 1)).toEqual({ checkedTo: user.id, accounts: 1, isComplete: false });
    expect(await slice(user.id, 1, 100)).toEqual({ checkedTo: ann.id, accounts: 1, isComplete: false });
    expect(await slice(user.id, 2, 100)).toEqual({ checkedTo: bob.id, accounts: 2, isComplete: true });
    expect(await slice(bob.id, 2, 100)).toEqual({ checkedTo: bob.id, accounts: 0, isComplete: true });
  });
});
