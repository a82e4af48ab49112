import { PERMISSION_CODES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller, cookiesOf } from "../../testing/builders/a-caller.ts";
import { aUser, type TestUser } from "../../testing/builders/a-user.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations, verifyChain } from "../operation-log/index.ts";

const running = runApp();
const anAdministrator = () => aCaller(running.current, { permissions: PERMISSION_CODES });
const edit = ({ id }: TestUser, add: string[], remove: string[] = [], version = 1) => ({
  id,
  expected_version: version,
  add,
  remove,
});
const change = (as: Caller, ...changes: object[]) => as.post("/api_v1/perm/change", { changes, reason: "new team" });
const changeFlags = (as: Caller, ...changes: object[]) => as.post("/api_v1/perm/change_flags", { changes });

describe("giving and taking codes of several users", () => {
  it("changes all of them and writes one entry for each", async () => {
    const admin = await anAdministrator();
    const { db } = running.current;
    const one = await aUser(db, { permissions: ["USE_VERSION_1_0"] });
    const two = await aUser(db);
    const { status, body } = await change(
      admin,
      edit(one, ["MAGI_VIEW_PAYMENTS", "MAGI_VIEW_PAYMENTS"], ["USE_VERSION_1_0"]),
      edit(two, ["USER_MANAGE_R"], ["PERM_MANAGE_R"]),
    );
    expect(status).toBe(200);
    const items = body.items as { id: string; perms: string[]; version: number }[];
    expect(items.find(({ id }) => id === one.id)).toMatchObject({ perms: ["MAGI_VIEW_PAYMENTS"], version: 2 });
    expect(items.find(({ id }) => id === two.id)).toMatchObject({ perms: ["USER_MANAGE_R"], version: 2 });
    const { items: entries } = await listOperations(db, `user:${one.id}`, { limit: 5 });
    expect(entries).toEqual([
      expect.objectContaining({
        op_type: "Change_permissions",
        reason: "new team",
        user_name: admin.username,
        subjects: [`user:${one.id}`, "permission:MAGI_VIEW_PAYMENTS", "permission:USE_VERSION_1_0", "permissions:all"],
        meta: expect.objectContaining({ granted: ["MAGI_VIEW_PAYMENTS"], revoked: ["USE_VERSION_1_0"] }),
      }),
    ]);
  });

  it("changes nobody when one of them cannot be changed", async () => {
    const admin = await anAdministrator();
    const user = await aUser(running.current.db);
    const fine = edit(user, ["USE_VERSION_1_0"]);
    const nobody = { ...fine, id: "019a0000-0000-7000-8000-000000000001" };
    const other = await aUser(running.current.db);
    const answers = [
      [409, await change(admin, fine, edit(other, ["USE_VERSION_1_0"], [], 7))],
      [403, await change(admin, fine, edit(admin, [], ["USE_VERSION_1_0"]))],
      [404, await change(admin, fine, nobody)],
      [422, await change(admin, fine, edit(other, ["NO_SUCH_CODE"]))],
      [422, await change(admin, fine, edit(other, [], ["NO_SUCH_CODE"]))],
      [422, await change(admin, fine, edit(user, ["MAGI_ADMIN"]))],
      [422, await change(admin, fine, edit(other, ["MAGI_ADMIN"], ["MAGI_ADMIN"]))],
    ] as const;
    for (const [expected, { status }] of answers) expect(status).toBe(expected);
    const { body } = await admin.get(`/api_v1/user/info?id=${user.id}`);
    expect(body).toMatchObject({ perms: [], version: 1 });
  });

  it("takes five hundred users at once", async () => {
    const admin = await anAdministrator();
    const people = await Promise.all(Array.from({ length: 500 }, () => aUser(running.current.db)));
    const { status, body } = await change(
      admin,
      ...people.map((user) => edit(user, ["USE_VERSION_1_0", "MAGI_VIEW_PAYMENTS"])),
    );
    expect(status).toBe(200);
    expect(body.items).toHaveLength(500);
    expect((await verifyChain(running.current.db)).firstBroken).toBeUndefined();
  });

  it("is told again by user, by code and altogether", async () => {
    const admin = await anAdministrator();
    const user = await aUser(running.current.db);
    await change(admin, edit(user, ["PERFORMER_PLAYGROUND"]));
    await admin.post("/api_v1/user/update", { id: user.id, expected_version: 2, realname: "Not about codes" });
    await change(admin, edit(user, [], ["PERFORMER_PLAYGROUND"], 3));
    const history = async (query: string) =>
      ((await admin.get(`/api_v1/perm/history?${query}`)).body.items as { meta: { revoked: string[] } }[]).map(
        ({ meta }) => meta.revoked,
      );
    const both = [["PERFORMER_PLAYGROUND"], []];
    expect(await history(`user_id=${user.id}`)).toEqual(both);
    expect(await history("key=PERFORMER_PLAYGROUND")).toEqual(both);
    expect(await history(`user_id=${user.id}&key=PERFORMER_PLAYGROUND`)).toEqual(both);
    expect(await history(`user_id=${user.id}&key=MAGI_ADMIN`)).toEqual([]);
    expect((await history("")).slice(0, 2)).toEqual(both);
  });
});

describe("platform flags", () => {
  it("are shown with the mask they make, and unknown bits count", async () => {
    const admin = await anAdministrator();
    const user = await aUser(running.current.db, { username: "flagged", permissions: ["MAGI_VIEW_PAYMENTS"] });
    const flag = { key: "MAGI_BETA", name: "Beta", group: "Platform", bit: 4_096 };
    expect((await admin.post("/api_v1/perm/create", flag)).status).toBe(200);
    expect((await changeFlags(admin, edit(user, ["MAGI_BETA"]))).status).toBe(200);
    const { body } = await admin.get("/api_v1/perm/flags?q=flagged");
    const flags = body.flags as { key: string; bit: number }[];
    expect(flags.find(({ key }) => key === "MAGI_BETA")?.bit).toBe(4_096);
    expect(flags.every(({ bit }) => bit !== null)).toBe(true);
    expect(body.items).toEqual([expect.objectContaining({ username: "flagged", platform_flags: 1 | 128 | 4_096 })]);
    const cookies = await cookiesOf(running.current, user.id);
    expect((await running.current.call("/api/auth/me", { cookies })).body.platform_flags).toBe(1 | 128 | 4_096);
    const listed = (await admin.get("/api_v1/user/list?q=flagged")).body.items as { platform_flags: number }[];
    expect(listed[0]?.platform_flags).toBe(1 | 128 | 4_096);
  });

  it("are given by platform administrators: flags only, what they hold, and never to themselves", async () => {
    await anAdministrator();
    const operator = await aCaller(running.current, { permissions: ["MAGI_ADMIN", "MAGI_VIEW_PAYMENTS"] });
    const user = await aUser(running.current.db);
    expect((await changeFlags(operator, edit(user, ["MAGI_VIEW_PAYMENTS"]))).status).toBe(200);
    const beyond = await changeFlags(operator, edit(user, ["MAGI_UGC_AUDIT"], [], 2));
    expect(beyond).toMatchObject({ status: 403, body: { detail: expect.stringContaining("MAGI_UGC_AUDIT") } });
    const noFlag = await changeFlags(operator, edit(user, ["USER_MANAGE_W"], [], 2));
    expect(noFlag).toMatchObject({ status: 422, body: { detail: "USER_MANAGE_W is not a platform flag" } });
    expect((await changeFlags(operator, edit(operator, [], ["MAGI_ADMIN"]))).status).toBe(403);
    const outsider = await aCaller(running.current, { permissions: ["PERM_MANAGE_W"] });
    expect((await changeFlags(outsider, edit(user, [], ["MAGI_VIEW_PAYMENTS"], 2))).status).toBe(403);
  });
});
