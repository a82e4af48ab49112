import { describe, expect, it } from "vitest";
import { aCaller, cookiesOf } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations, verifyChain } from "../operation-log/index.ts";

const running = runApp();
const aManager = () => aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W", "USE_VERSION_1_0"] });
const newcomer = (username: string, options: object = {}) => ({
  username,
  email: `${username}@dailies.test`,
  realname: "New Comer",
  user_role: "labeller",
  ...options,
});
const usernames = (body: Record<string, unknown>) =>
  (body.items as { username: string }[]).map((item) => item.username);

describe("the list of users", () => {
  it("searches, filters, sorts and pages", async () => {
    const manager = await aManager();
    const { db } = running.current;
    await aUser(db, { username: "list-a", realname: "Zoë 100%", role: "rater", permissions: ["MAGI_ADMIN"] });
    await aUser(db, { username: "list-b", realname: "Bo", role: "rater", password: "a long enough passphrase" });
    await aUser(db, {
      username: "list-c",
      realname: "Al",
      role: "rater",
      isEnabled: false,
      permissions: ["MAGI_ADMIN"],
    });
    const list = async (query: string) => (await manager.get(`/api_v1/user/list?${query}`)).body;

    expect(usernames(await list("q=list-"))).toEqual(["list-a", "list-b", "list-c"]);
    expect(usernames(await list("q=LIST-&sort=realname&order=desc"))).toEqual(["list-a", "list-b", "list-c"]);
    expect(usernames(await list("q=100%25"))).toEqual(["list-a"]);
    expect(usernames(await list("q=list_"))).toEqual([]);
    expect(usernames(await list("user_role=rater&status=disabled"))).toEqual(["list-c"]);
    expect(usernames(await list("user_role=rater&password=set"))).toEqual(["list-b"]);
    expect(usernames(await list("user_role=rater&perm=MAGI_ADMIN&status=enabled"))).toEqual(["list-a"]);
    expect(usernames(await list("user_role=rater&perm=MAGI_ADMIN&perm=USER_MANAGE_R"))).toEqual([]);
    const page = await list("user_role=rater&limit=1&offset=1");
    expect(usernames(page)).toEqual(["list-b"]);
    expect(page.total).toBe(3);
    expect(page.roles).toEqual(expect.arrayContaining(["developer", "rater"]));
    expect((await list("user_role=rater&offset=50")).total).toBe(3);
  });

  it("is for those who may see users", async () => {
    const nobody = await aCaller(running.current);
    expect((await nobody.get("/api_v1/user/list")).status).toBe(403);
  });
});

describe("one user", () => {
  it("is shown to themselves with sessions, codes and why they hold them", async () => {
    const manager = await aManager();
    const { body: made } = await manager.post("/api_v1/user/create", newcomer("held", { perms: ["USE_VERSION_1_0"] }));
    const cookies = await cookiesOf(running.current, String(made.id));
    const { status, body } = await running.current.call("/api_v1/user/info", { cookies });
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: "held", perms: ["USE_VERSION_1_0"], platform_flags: 1, version: 1 });
    expect(body.held).toEqual([
      {
        key: "USE_VERSION_1_0",
        name: "Version 1.0",
        granted_by: manager.username,
        granted_at: running.current.clock.now().toISOString(),
        is_from_provider: false,
      },
    ]);
    expect(body.sessions).toEqual([expect.objectContaining({ is_current: true })]);
    expect(body.operations).toEqual([expect.objectContaining({ op_type: "Create_user", user_name: manager.username })]);
  });

  it("is shown to others only with USER_MANAGE_R, and strangers learn not even whether there is one", async () => {
    const manager = await aManager();
    const plain = await aCaller(running.current);
    const nobody = "019a0000-0000-7000-8000-000000000001";
    expect((await plain.get(`/api_v1/user/info?id=${plain.id}`)).status).toBe(200);
    expect((await plain.get(`/api_v1/user/info?id=${manager.id}`)).status).toBe(403);
    expect((await plain.get(`/api_v1/user/info?id=${nobody}`)).status).toBe(403);
    expect((await manager.get(`/api_v1/user/info?id=${nobody}`)).status).toBe(404);
    const { body } = await manager.get(`/api_v1/user/info?id=${plain.id}`);
    expect(body.sessions).toEqual([expect.objectContaining({ is_current: false })]);
  });
});

describe("creating a user", () => {
  it("asks for an invitation and writes the history, once for a code named twice", async () => {
    const manager = await aManager();
    const options = { perms: ["USE_VERSION_1_0", "USE_VERSION_1_0"] };
    const { status, body } = await manager.post("/api_v1/user/create", newcomer("fresh", options));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: "fresh",
      is_external: true,
      is_password_set: false,
      is_enabled: true,
      perms: ["USE_VERSION_1_0"],
    });
    const { db } = running.current;
    const starts = await db.selectFrom("outbox").selectAll().where("workflow_type", "=", "sendInvitation").execute();
    expect(starts.map(({ input }) => input)).toContainEqual({ userId: body.id });
    const { items } = await listOperations(db, `user:${body.id}`, { limit: 10 });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      op_type: "Create_user",
      subjects: [`user:${body.id}`, "permission:USE_VERSION_1_0", "permissions:all"],
      meta: { username: "fresh", granted: ["USE_VERSION_1_0"], revoked: [] },
    });
  });

  it("says which of the two names is taken, in any case of letters", async () => {
    const manager = await aManager();
    const there = await aUser(running.current.db, { username: "taken", email: "taken@dailies.test" });
    const sameName = await manager.post("/api_v1/user/create", newcomer("TAKEN", { email: "other@dailies.test" }));
    expect(sameName.status).toBe(409);
    expect(sameName.body.detail).toContain("called 'TAKEN'");
    const sameAddress = await manager.post("/api_v1/user/create", newcomer("other", { email: "Taken@Dailies.test" }));
    expect(sameAddress.status).toBe(409);
    expect(sameAddress.body.detail).toContain("with the address Taken@Dailies.test");
    expect(there.username).toBe("taken");
  });

  it("is one of twenty at the same time with the same name", async () => {
    const manager = await aManager();
    const asked = Array.from({ length: 20 }, () => manager.post("/api_v1/user/create", newcomer("raced")));
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  it("refuses a code that does not exist, and one the creator does not hold", async () => {
    const manager = await aManager();
    const unknown = await manager.post("/api_v1/user/create", newcomer("unknown", { perms: ["NO_SUCH_CODE"] }));
    expect(unknown.status).toBe(422);
    expect(unknown.body.detail).toContain("NO_SUCH_CODE");
    const beyond = await manager.post("/api_v1/user/create", newcomer("beyond", { perms: ["MAGI_ADMIN"] }));
    expect(beyond.status).toBe(403);
    const { body } = await manager.get("/api_v1/user/list?q=beyond");
    expect(body.total).toBe(0);
    expect((await verifyChain(running.current.db)).firstBroken).toBeUndefined();
  });
});
