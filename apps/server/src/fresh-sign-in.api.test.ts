import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "./features/operation-log/index.ts";
import { provisionSetting, SETTINGS } from "./features/settings/index.ts";
import { programContext } from "./request-context.ts";
import { aCaller, type Caller } from "./testing/builders/a-caller.ts";
import { aUser } from "./testing/builders/a-user.ts";
import { aCustomer } from "./testing/builders/credits/a-customer.ts";
import { runApp } from "./testing/rigs/start-app.ts";

const running = runApp();
let stale: Pick<Caller, "username" | "post">;

beforeAll(async () => {
  const { username, cookies } = await aCaller(running.current, {
    permissions: ["MAGI_ADMIN", "DYNAMIC_CONFIG_MANAGE", "PERM_MANAGE_W", "USER_MANAGE_W"],
  });
  stale = { username, post: (path, body) => running.current.call(path, { method: "POST", body, cookies }) };
  running.current.clock.advance(5 * 60_000 + 1);
});

const refused = { status: 403, body: { code: "stale_sign_in" } };
const LIMIT = SETTINGS.grantSecondPersonAbove.defaultValue;

const grant = async (amount: number) => {
  const { email } = await aCustomer(running.current.db);
  const reason = "a test of the limit";
  const key = randomUUID();
  return stale.post("/api_v1/admin/user/grant_credits", {
    user_email: email,
    typed_email: email,
    amount,
    category: "promo",
    reason,
    idempotency_key: key,
  });
};
const grantInBulk = async (amount: number) => {
  const { email } = await aCustomer(running.current.db);
  return stale.post("/api_v1/admin/user/grant_credits/bulk", {
    dry_run: false,
    category: "promo",
    reason: "a test of the limit",
    bulk_key: randomUUID(),
    lines: [{ line: 1, user_email: email, amount }],
  });
};
const countRequests = async (): Promise<number> =>
  (await running.current.db.selectFrom("grant_request").select("id").execute()).length;

describe("with a sign-in older than five minutes", () => {
  it("a grant below the limit goes through, and one above it is refused without leaving a request", async () => {
    expect((await grant(1)).status).toBe(200);
    expect((await grantInBulk(1)).status).toBe(200);
    const before = await countRequests();
    expect(await grant(LIMIT + 1)).toMatchObject(refused);
    expect(await grantInBulk(LIMIT + 1)).toMatchObject(refused);
    expect(await countRequests()).toBe(before);
  });

  it("a name can be changed, but no role, permission or access, and nobody new can be let in", async () => {
    const { id, username } = await aUser(running.current.db);
    const update = (change: object, expected_version = 1) =>
      stale.post("/api_v1/user/update", { id, expected_version, ...change });
    expect((await update({ realname: "Another Name" })).status).toBe(200);
    expect(await update({ perms: ["MAGI_ADMIN"] }, 2)).toMatchObject(refused);
    expect(await update({ user_role: "partner" }, 2)).toMatchObject(refused);
    expect(await update({ is_enabled: false }, 2)).toMatchObject(refused);
    const user = {
      username: `${username}-2`,
      email: `${username}-2@dailies.test`,
      realname: "New",
      user_role: "partner",
    };
    expect(await stale.post("/api_v1/user/create", user)).toMatchObject(refused);
    const change = { changes: [{ id, expected_version: 2, add: ["USER_MANAGE_R"], remove: [] }] };
    expect(await stale.post("/api_v1/perm/change", change)).toMatchObject(refused);
  });

  it("an import of new users is refused", async () => {
    const csv = "username,email,realname,user_role\nimported,imported@dailies.test,Imported,partner";
    const { body } = await stale.post("/api_v1/user/import_check", { csv });
    expect(await stale.post("/api_v1/user/import_apply", { csv, digest: body.digest })).toMatchObject(refused);
  });

  it("settings of other areas are published, archived and rolled back, but not those of the platform", async () => {
    const create = (key: string) =>
      stale.post("/api_v1/config/create", { key, schema: { type: "boolean" }, value: true });
    const publish = (key: string, expected_version: number) =>
      stale.post("/api_v1/config/publish", { key, expected_version, comment: "" });
    expect((await create("viewer.example")).status).toBe(200);
    expect((await publish("viewer.example", 1)).status).toBe(200);
    expect((await create(SETTINGS.fineGrainedAdmin.key)).status).toBe(200);
    expect(await publish(SETTINGS.fineGrainedAdmin.key, 1)).toMatchObject(refused);
    const { db, clock } = running.current;
    const { key } = SETTINGS.grantTypeEmailAbove;
    for (const value of [1, 2])
      await provisionSetting(db, programContext("test", "test", clock.now()), SETTINGS.grantTypeEmailAbove, value);
    const seen = { key, expected_version: 2 };
    expect(await stale.post("/api_v1/config/rollback", { ...seen, version: 1, comment: "" })).toMatchObject(refused);
    expect(await stale.post("/api_v1/config/delete", seen)).toMatchObject(refused);
  });

  it("a refusal is not noted as a failed act of an operator", async () => {
    await grant(LIMIT + 1);
    await grant(-1);
    const route = "route:POST /api_v1/admin/user/grant_credits";
    const noted = await listOperations(running.current.db, route, { limit: 50 });
    expect(noted.items.filter(({ meta }) => meta.code === "stale_sign_in")).toEqual([]);
  });
});
