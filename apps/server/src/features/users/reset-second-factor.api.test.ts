import { beforeAll, describe, expect, it } from "vitest";
import { programContext } from "../../request-context.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { provisionSecondFactorReset } from "./reset-second-factor.ts";

const running = runApp();
let manager: Caller;

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W"] });
});

const enrol = async ({ id }: Pick<Caller, "id">): Promise<void> => {
  const { db, clock } = running.current;
  const at = clock.now();
  await db
    .insertInto("totp_factor")
    .values({ user_id: id, sealed_secret: Buffer.alloc(57, 1), created_at: at, confirmed_at: at })
    .execute();
};
const anEnrolledCaller = async (permissions: Parameters<typeof aCaller>[1] = {}): Promise<Caller> => {
  const caller = await aCaller(running.current, permissions);
  await enrol(caller);
  return caller;
};
const reset = (by: Caller, { id }: Pick<Caller, "id">, reason = "the phone fell into the river") =>
  by.post("/api_v1/user/reset_second_factor", { id, reason });
const hasSecondFactor = async ({ id }: Caller): Promise<unknown> =>
  (await manager.get(`/api_v1/user/info?id=${id}`)).body.has_second_factor;

describe("resetting a lost second factor", () => {
  it("removes it, ends the sessions, tells the person by mail, and is in the history with its reason", async () => {
    const { db } = running.current;
    const user = await anEnrolledCaller();
    expect(await hasSecondFactor(user)).toBe(true);
    expect((await reset(manager, user)).status).toBe(200);
    expect(await hasSecondFactor(user)).toBe(false);
    expect(await db.selectFrom("session").select("id").where("user_id", "=", user.id).execute()).toEqual([]);
    const asked = await db
      .selectFrom("outbox")
      .select("input")
      .where("workflow_type", "=", "sendSecurityNotice")
      .execute();
    expect(asked.map(({ input }) => input)).toContainEqual({ userId: user.id, what: "second_factor_reset" });
    const { items } = await listOperations(db, `user:${user.id}`, { limit: 5 });
    expect(items[0]).toMatchObject({ op_type: "Reset_second_factor", reason: "the phone fell into the river" });
    expect((await reset(manager, user)).status).toBe(409);
  });

  it("is refused for oneself, and for somebody who holds more than the one who resets", async () => {
    await enrol(manager);
    expect((await reset(manager, manager)).status).toBe(403);
    const administrator = await anEnrolledCaller({ permissions: ["MAGI_ADMIN"] });
    const refused = await reset(manager, administrator);
    expect(refused).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    expect(String(refused.body.detail)).toContain("MAGI_ADMIN");
    const keeper = await aCaller(running.current, { permissions: ["USER_MANAGE_W", "PERM_MANAGE_W"] });
    expect((await reset(keeper, administrator)).status).toBe(200);
  });

  it("needs a reason and somebody who exists", async () => {
    const user = await anEnrolledCaller();
    expect((await reset(manager, user, "")).status).toBe(422);
    expect((await reset(manager, { id: "019a0000-0000-7000-8000-000000000009" })).status).toBe(404);
    expect(await hasSecondFactor(user)).toBe(true);
  });

  it("removes it from the command line, and finds nothing to remove a second time", async () => {
    const { db, clock } = running.current;
    const user = await anEnrolledCaller();
    const context = programContext("(command line)", "admin-test", clock.now());
    const wish = { username: user.username, reason: "locked out" };
    expect(await provisionSecondFactorReset(db, context, wish)).toBe(true);
    expect(await provisionSecondFactorReset(db, context, wish)).toBe(false);
    expect(await hasSecondFactor(user)).toBe(false);
  });
});
