import { PERMISSION_CODES } from "@dailies/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller, cookiesOf } from "../../testing/builders/a-caller.ts";
import { aUser, type TestUser } from "../../testing/builders/a-user.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { takesEffectWithin } from "../../testing/takes-effect-within.ts";
import { listOperations, verifyChain } from "../operation-log/index.ts";
import { SECOND_PERSON_CODES } from "./users.rules.ts";

const running = runApp();
const anAdministrator = () => aCaller(running.current, { permissions: PERMISSION_CODES });
const versionOf = async (admin: Caller, id: string): Promise<number> =>
  Number((await admin.get(`/api_v1/user/info?id=${id}`)).body.version);
const update = async (admin: Caller, user: TestUser, options: object) =>
  admin.post("/api_v1/user/update", { id: user.id, expected_version: await versionOf(admin, user.id), ...options });

describe("changing a user", () => {
  it("changes what is named, counts the version up and writes what changed", async () => {
    const admin = await anAdministrator();
    const user = await aUser(running.current.db, { permissions: ["USE_VERSION_1_0"] });
    const { status, body } = await update(admin, user, { realname: "Another", perms: ["MAGI_VIEW_PAYMENTS"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ realname: "Another", perms: ["MAGI_VIEW_PAYMENTS"], platform_flags: 129, version: 2 });
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(items[0]).toMatchObject({
      op_type: "Update_user",
      subjects: [`user:${user.id}`, "permission:MAGI_VIEW_PAYMENTS", "permission:USE_VERSION_1_0", "permissions:all"],
      meta: {
        granted: ["MAGI_VIEW_PAYMENTS"],
        revoked: ["USE_VERSION_1_0"],
        realname: { from: "Test User", to: "Another" },
      },
    });
    const same = await update(admin, user, { realname: "Another" });
    expect(same.body.version).toBe(2);
    expect((await listOperations(running.current.db, `user:${user.id}`, { limit: 5 })).items).toHaveLength(1);
  });

  it("is refused when somebody else was faster, and says who", async () => {
    const [first, second] = [await anAdministrator(), await anAdministrator()];
    const user = await aUser(running.current.db);
    const edit = { id: user.id, expected_version: 1 };
    expect((await first.post("/api_v1/user/update", { ...edit, realname: "First" })).status).toBe(200);
    const late = await second.post("/api_v1/user/update", { ...edit, realname: "Second" });
    expect(late.status).toBe(409);
    expect(late.body.detail).toContain(`changed by ${first.username}`);
  });

  it("is effective within a second, and a disabled user has no sessions left", async () => {
    const admin = await anAdministrator();
    const user = await aCaller(running.current);
    expect((await user.get("/api_v1/user/list")).status).toBe(403);
    await update(admin, user, { perms: ["USER_MANAGE_R"] });
    await takesEffectWithin(1_000, async () => (await user.get("/api_v1/user/list")).status === 200);
    await update(admin, user, { is_enabled: false });
    await takesEffectWithin(1_000, async () => (await user.get("/api/auth/me")).status === 401);
    const sessions = await running.current.db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", user.id)
      .execute();
    expect(sessions).toEqual([]);
    await update(admin, user, { is_enabled: true });
    expect((await user.get("/api/auth/me")).status).toBe(401);
  });

  it("is never of one's own role, permissions or access, but may be of one's own name", async () => {
    const admin = await anAdministrator();
    for (const options of [{ user_role: "partner" }, { perms: [] }, { is_enabled: false }]) {
      const { status, body } = await update(admin, admin, options);
      expect(status).toBe(403);
      expect(body.detail).toContain("your own");
    }
    const renamed = await update(admin, admin, { realname: "Ada", perms: [...PERMISSION_CODES, "MAGI_ADMIN"] });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ realname: "Ada", version: 2 });
  });

  it("gives no code that the giver does not hold, but may leave it where it is", async () => {
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W"] });
    const user = await aUser(running.current.db, { permissions: ["MAGI_VIEW_PAYMENTS"] });
    expect((await update(manager, user, { perms: ["MAGI_VIEW_PAYMENTS", "MAGI_ADMIN"] })).status).toBe(403);
    const kept = await update(manager, user, { perms: ["MAGI_VIEW_PAYMENTS", "USER_MANAGE_R"] });
    expect(kept.body.perms).toEqual(["MAGI_VIEW_PAYMENTS", "USER_MANAGE_R"]);
    const unknown = await update(manager, user, { perms: ["NO_SUCH_CODE"] });
    expect(unknown.status).toBe(422);
  });

  it("knows nobody who does not exist", async () => {
    const admin = await anAdministrator();
    const nobody = { id: "019a0000-0000-7000-8000-000000000001", expected_version: 1, realname: "Nobody" };
    expect((await admin.post("/api_v1/user/update", nobody)).status).toBe(404);
  });

  it("keeps sets as sets: a repeated code changes nothing, an added one removes none", async () => {
    const admin = await anAdministrator();
    const user = await aUser(running.current.db);
    const atOnce = PERMISSION_CODES.filter((code) => !SECOND_PERSON_CODES.includes(code));
    const codes = fc.array(fc.constantFrom(...atOnce), { maxLength: 8 });
    const added = fc.constantFrom(...atOnce);
    await fc.assert(
      fc.asyncProperty(codes, added, async (perms, code) => {
        const plain = (await update(admin, user, { perms })).body;
        const repeated = (await update(admin, user, { perms: [...perms, ...perms] })).body;
        expect(repeated).toMatchObject({ perms: plain.perms, platform_flags: plain.platform_flags });
        const more = (await update(admin, user, { perms: [...perms, code] })).body;
        expect(more.perms).toEqual(expect.arrayContaining([...perms, code]));
        const flags = Number(plain.platform_flags);
        expect(Number(more.platform_flags) & flags).toBe(flags);
      }),
      { numRuns: 25 },
    );
    expect((await verifyChain(running.current.db)).firstBroken).toBeUndefined();
  });
});

describe("the sessions of a user", () => {
  it("end one by one or all together, for those who may change users", async () => {
    const admin = await anAdministrator();
    const reader = await aCaller(running.current, { permissions: ["USER_MANAGE_R"] });
    const user = await aCaller(running.current);
    for (let i = 0; i < 3; i++) await cookiesOf(running.current, user.id);
    const { body: info } = await admin.get(`/api_v1/user/info?id=${user.id}`);
    const [first, ...others] = (info.sessions as { id: string }[]).map(({ id }) => id);
    const end = (as: Caller, body: object) => as.post("/api_v1/user/end_sessions", body);

    expect((await end(reader, { id: user.id, session_id: first })).status).toBe(403);
    expect((await end(user, { id: user.id, session_id: first })).status).toBe(403);
    expect((await end(admin, { id: reader.id, session_id: first })).status).toBe(404);
    expect((await end(admin, { id: user.id, session_id: first })).body).toEqual({ ended: 1 });
    expect((await end(admin, { id: user.id, session_id: first })).status).toBe(404);
    expect((await end(admin, { id: user.id })).body).toEqual({ ended: others.length });
    expect((await end(admin, { id: user.id })).body).toEqual({ ended: 0 });
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(items.map(({ op_type, meta }) => [op_type, meta.ended])).toEqual([
      ["End_sessions", others.length],
      ["End_sessions", 1],
    ]);
  });
});
