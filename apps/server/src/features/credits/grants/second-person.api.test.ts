import { randomUUID } from "node:crypto";
import { SERVICE_SCOPES } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller, cookiesOf } from "../../../testing/builders/a-caller.ts";
import { aService } from "../../../testing/builders/a-service.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { aCustomer, type TestCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { eventually } from "../../../testing/eventually.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";
import { signRequest } from "../../service-api/index.ts";
import { SETTINGS } from "../../settings/index.ts";

const LIMIT = SETTINGS.grantSecondPersonAbove;
const running = runApp();
const DAY_MS = 24 * 3_600_000;
let admin: Caller;
let second: Caller;

beforeAll(async () => {
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN", "DYNAMIC_CONFIG_MANAGE", "PERM_MANAGE_W"] });
  second = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
});

const balanceOf = async ({ id }: TestCustomer) => {
  const { db } = running.current;
  const row = await db.selectFrom("credit_account").select("available").where("id", "=", id).executeTakeFirstOrThrow();
  return Number(row.available);
};

/** Creates a credential in the console and returns a function that signs with its secret. */
const aCredential = async (scopes: readonly string[], more: object = {}) => {
  const { body } = await admin.post("/api_v1/admin/tools/service_credentials/create", {
    name: `service ${randomUUID()}`,
    scopes,
    ...more,
  });
  const { credential, secret } = body as unknown as { credential: { key_id: string }; secret: string };
  return (path: string, input: object): Promise<Answer> => {
    const [address, text] = [`/api_v1/service/${path}`, JSON.stringify(input)];
    const now = running.current.clock.now();
    const headers = signRequest(
      { keyId: credential.key_id, secret },
      { method: "POST", path: address, body: text, now },
    );
    return running.current.call(address, { method: "POST", body: text, headers: { "sec-fetch-site": "", ...headers } });
  };
};

describe("one administrator alone", () => {
  it("grants at most the limit to an end user in one day, in however many bulk lines", async () => {
    const user = await aCustomer(running.current.db);
    const lines = Array.from({ length: 10 }, (_, n) => ({ line: n + 1, user_email: user.email, amount: 100_000 }));
    const { status } = await admin.post("/api_v1/admin/user/grant_credits/bulk", {
      dry_run: false,
      category: "promo",
      reason: "ten lines for one address",
      bulk_key: randomUUID(),
      lines,
    });
    expect(status).toBe(200);
    expect(await balanceOf(user)).toBe(100_000);
  });

  it("creates no credits by a credential that they make", async () => {
    const user = await aCustomer(running.current.db);
    const post = await aCredential(SERVICE_SCOPES, { daily_credits: 10_000_000 });
    const { status } = await post("credits/grant", {
      user_email: user.email,
      amount: 5_000_000,
      category: "promo",
      reference: "welcome",
      idempotency_key: randomUUID(),
    });
    expect([status, await balanceOf(user)]).toEqual([401, 0]);
  });

  it("creates no credits by a paid order that they report", async () => {
    const user = await aCustomer(running.current.db);
    const post = await aCredential(["orders:write"], { daily_credits: 10_000_000 });
    const at = new Date(running.current.clock.now().getTime() - 60_000).toISOString();
    const { status } = await post("order/upsert", {
      order_no: randomUUID(),
      user_email: user.email,
      product: { type: "credit_pack", code: "mine", name: "Mine" },
      credits: 3_000_000,
      amount_minor: 0,
      currency: "USD",
      status: "paid",
      provider: "test",
      ordered_at: at,
      paid_at: at,
      occurred_at: at,
    });
    expect([status, await balanceOf(user)]).toEqual([401, 0]);
  });
});

const anOperator = () => aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
const grant = (by: Caller, { email }: TestCustomer, amount: number): Promise<Answer> =>
  by.post("/api_v1/admin/user/grant_credits", {
    user_email: email,
    typed_email: email,
    amount,
    category: "promo",
    reason: "for the test",
    idempotency_key: randomUUID(),
  });
const isGranted = ({ body }: Answer): boolean => body.grant !== null;

const pending = async (kind: string): Promise<{ id: string; target: string; details: Record<string, string> }> => {
  const { body } = await second.get(`/api_v1/admin/approval?status=pending&kind=${kind}`);
  const [newest] = body.items as { id: string; target: string; details: Record<string, string> }[];
  if (!newest) throw new Error(`nothing of kind ${kind} waits`);
  return newest;
};
const decide = (by: Caller, id: string, decision: "approved" | "rejected"): Promise<Answer> =>
  by.post("/api_v1/admin/approval/decide", { id, decision, reason: "I have seen it" });

describe("the sum of 24 hours", () => {
  it("counts what one operator grants to several end users, and says how much and until when", async () => {
    const operator = await anOperator();
    const users = [await aCustomer(running.current.db), await aCustomer(running.current.db)] as const;
    expect(isGranted(await grant(operator, users[0], 60_000))).toBe(true);
    const { body } = await grant(operator, users[1], 40_001);
    expect(body).toMatchObject({
      grant: null,
      request: { status: "pending" },
      allowance: { limit: 100_000, operator: { used: 60_000 }, end_user: { used: 0, until: null } },
    });
    const until = new Date((body.allowance as { operator: { until: string } }).operator.until).getTime();
    const nowMs = running.current.clock.now().getTime();
    expect(until - nowMs).toBeGreaterThanOrEqual(DAY_MS);
    expect(until - nowMs).toBeLessThanOrEqual(DAY_MS + 5 * 60_000);
    expect(isGranted(await grant(operator, users[1], 40_000))).toBe(true);
    expect(isGranted(await grant(operator, users[1], 1))).toBe(false);
  });

  it("counts what several operators grant to one end user", async () => {
    const user = await aCustomer(running.current.db);
    expect(isGranted(await grant(await anOperator(), user, 100_000))).toBe(true);
    expect((await grant(await anOperator(), user, 1)).body).toMatchObject({
      grant: null,
      allowance: { operator: { used: 0 }, end_user: { used: 100_000 } },
    });
  });

  it("lets at most the limit pass when fifty requests come at once", async () => {
    const operator = await anOperator();
    const users = await Promise.all(Array.from({ length: 5 }, () => aCustomer(running.current.db)));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => grant(operator, users[n % 5] as TestCustomer, 9_000)),
    );
    const sums = await Promise.all(users.map(balanceOf));
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(99_000);
    expect(answers.filter(({ status }) => status === 200).filter(isGranted)).toHaveLength(11);
  });

  it("is free again after a day, and counts what a second person approved", async () => {
    const operator = await anOperator();
    const user = await aCustomer(running.current.db);
    const { body } = await grant(operator, user, 150_000);
    const request = { id: (body.request as { id: string }).id, decision: "approved", reason: "I have seen it" };
    expect((await second.post("/api_v1/admin/user/grant_request/decide", request)).status).toBe(200);
    expect(isGranted(await grant(operator, await aCustomer(running.current.db), 1))).toBe(false);
    running.current.clock.advance(DAY_MS + 5 * 60_000);
    const again = await anOperatorAgain(operator);
    expect(isGranted(await grant(again, user, 1))).toBe(true);
  });
});

/** The same person with a new session: the old one ended while the clock leapt. */
const anOperatorAgain = async (operator: Caller): Promise<Caller> => {
  const cookies = await cookiesOf(running.current, operator.id);
  const renew = async (caller: Caller): Promise<void> => {
    Object.assign(caller.cookies, await cookiesOf(running.current, caller.id));
  };
  await Promise.all([renew(admin), renew(second)]);
  return { ...operator, post: (path, body) => running.current.call(path, { method: "POST", body, cookies }) };
};

describe("a credential that creates credits", () => {
  const welcome = ({ email }: TestCustomer, amount: number) => ({
    user_email: email,
    amount,
    category: "promo",
    reference: "welcome",
    idempotency_key: randomUUID(),
  });

  it("needs its own scope, a daily ceiling and a second person", async () => {
    const create = (body: object) =>
      admin.post("/api_v1/admin/tools/service_credentials/create", { name: randomUUID(), ...body });
    expect((await create({ scopes: ["credits:grant"] })).status).toBe(422);
    expect((await create({ scopes: ["credits:write"], daily_credits: 5 })).status).toBe(422);
    const user = await aCustomer(running.current.db);
    const mover = await aCredential(["credits:write"]);
    expect((await mover("credits/grant", welcome(user, 1))).status).toBe(403);

    const post = await aCredential(["credits:grant"], { daily_credits: 1_000 });
    const { id, details } = await pending("service_credential");
    expect(details).toMatchObject({ scopes: "credits:grant", daily_credits: "1000" });
    expect((await decide(admin, id, "approved")).body.detail).toContain("another administrator");
    expect((await decide(second, id, "approved")).body).toMatchObject({ status: "approved" });
    await eventually(async () => ((await post("credits/grant", welcome(user, 600))).status === 200 ? true : undefined));
    const above = await post("credits/grant", welcome(user, 401));
    expect(above).toMatchObject({ status: 409, body: { detail: expect.stringContaining("600 of 1000 credits") } });
    expect((await post("credits/grant", welcome(user, 400))).status).toBe(200);
    expect(await balanceOf(user)).toBe(1_000);
  });

  it("stays within the limit of the end user, too", async () => {
    const service = await aService(running.current, ["credits:grant"]);
    const user = await aCustomer(running.current.db);
    expect((await service.post("/api_v1/service/credits/grant", welcome(user, 100_000))).status).toBe(200);
    const { status, body } = await service.post("/api_v1/service/credits/grant", welcome(user, 1));
    expect([status, body.detail]).toEqual([409, expect.stringContaining("second administrator")]);
  });

  it("cannot be taken over by a new secret, and ends when its first secret is rejected", async () => {
    const service = await aService(running.current, ["credits:grant"]);
    const tools = "/api_v1/admin/tools/service_credentials";
    const { body } = await admin.post(`${tools}/rotate`, { id: service.id });
    expect(body).toMatchObject({
      credential: { waiting: { requested_by: admin.username }, secrets: [{ version: 1 }] },
    });
    await decide(second, (await pending("service_credential")).id, "approved");
    const listed = (await admin.get(tools)).body.items as { id: string; secrets: { version: number }[] }[];
    expect(listed.find(({ id }) => id === service.id)?.secrets.map(({ version }) => version)).toEqual([2, 1]);
    await aCredential(["orders:write"], { daily_credits: 1 });
    const { id, target } = await pending("service_credential");
    expect((await decide(admin, id, "rejected")).status).toBe(200);
    const all = (await admin.get(tools)).body.items as { name: string; revoked_at: string | null }[];
    expect(all.find(({ name }) => name === target)?.revoked_at).not.toBeNull();
  });
});

describe("a permission that creates credits", () => {
  it.each(["MAGI_ADMIN", "MAGI_MODIFY_CREDITS"] as const)("%s waits for a second person", async (code) => {
    const user = await aUser(running.current.db);
    const edit = { id: user.id, expected_version: 1, add: [code, "MAGI_VIEW_PAYMENTS"], remove: [] };
    const { status, body } = await admin.post("/api_v1/perm/change", { changes: [edit], reason: "a new colleague" });
    expect([status, body.items]).toMatchObject([200, [{ perms: ["MAGI_VIEW_PAYMENTS"], waiting_perms: [code] }]]);
    const { id } = await pending("permission");
    expect((await decide(admin, id, "approved")).status).toBe(409);
    expect((await decide(second, id, "approved")).status).toBe(200);
    const { body: info } = await second.get(`/api_v1/perm/flags?q=${user.username}`);
    expect(info.items).toMatchObject([{ perms: [code, "MAGI_VIEW_PAYMENTS"].sort(), waiting_perms: [] }]);
    expect((await decide(second, id, "rejected")).status).toBe(409);
  });

  it("does not come back with an account that is enabled again", async () => {
    const colleague = await aUser(running.current.db, { permissions: ["MAGI_ADMIN"], isEnabled: false });
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_W", "PERM_MANAGE_W"] });
    const enable = { id: colleague.id, expected_version: 1, is_enabled: true };
    const { status, body } = await manager.post("/api_v1/user/update", enable);
    expect([status, body.detail]).toEqual([403, expect.stringContaining("this account holds MAGI_ADMIN")]);
  });
});

describe("the limit", () => {
  it("takes effect when a second administrator approves its publication", async () => {
    const created = { key: LIMIT.key, schema: LIMIT.spec, value: 200_000 };
    expect((await admin.post("/api_v1/config/create", { ...created, sensitive: true })).status).toBe(422);
    expect((await admin.post("/api_v1/config/create", created)).status).toBe(200);
    const seen = { key: LIMIT.key, expected_version: 1 };
    const { body } = await admin.post("/api_v1/config/publish", { ...seen, comment: "a campaign" });
    expect(body).toMatchObject({ status: "draft", guarded: true, waiting: { requested_by: admin.username } });
    const operator = await anOperator();
    const user = await aCustomer(running.current.db);
    expect(isGranted(await grant(operator, user, 150_000))).toBe(false);
    const { id, details } = await pending("config");
    expect(details).toEqual({ before: "100000", after: "200000" });
    expect((await decide(admin, id, "approved")).status).toBe(409);
    expect((await decide(second, id, "approved")).status).toBe(200);
    expect(isGranted(await grant(operator, user, 150_000))).toBe(true);
    for (const path of ["delete", "rollback"]) {
      const input = path === "delete" ? seen : { ...seen, version: 1, comment: "back" };
      expect((await admin.post(`/api_v1/config/${path}`, input)).status).toBe(409);
    }
    expect((await admin.post("/api_v1/config/update", { ...seen, value: 100_000 })).status).toBe(200);
    await admin.post("/api_v1/config/publish", { ...seen, expected_version: 2, comment: "the campaign is over" });
    const { id: stale } = await pending("config");
    await admin.post("/api_v1/config/update", { ...seen, expected_version: 2, value: 900_000 });
    expect((await decide(second, stale, "approved")).body.detail).toContain("was changed by");
    await admin.post("/api_v1/config/update", { ...seen, expected_version: 3, value: 100_000 });
    await admin.post("/api_v1/config/publish", { ...seen, expected_version: 4, comment: "the campaign is over" });
    expect((await decide(second, (await pending("config")).id, "approved")).status).toBe(200);
  });

  it("is changed by no one without MAGI_ADMIN, in no way", async () => {
    const manager = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
    const created = { key: LIMIT.key, schema: LIMIT.spec, value: 1_000_000_000 };
    const { status } = await manager.post("/api_v1/config/create", created);
    const publish = { key: LIMIT.key, expected_version: 1, comment: "more for all" };
    expect([status, (await manager.post("/api_v1/config/publish", publish)).status]).toEqual([403, 403]);
  });
});
