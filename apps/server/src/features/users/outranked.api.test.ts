import { describe, expect, it } from "vitest";
import { aCaller, cookiesOf } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();

const stateOf = (id: string) =>
  running.current.db
    .selectFrom("console_user as u")
    .leftJoin("console_user_permission as p", "p.user_id", "u.id")
    .select(["u.is_enabled", "u.user_role", "u.realname", "u.version", "p.code"])
    .where("u.id", "=", id)
    .orderBy("p.code")
    .execute();

const asCsv = (...lines: string[]): string => ["username,email,realname,user_role,perms", ...lines].join("\n");

describe("a user manager", () => {
  it("cannot strip, demote, disable or sign out people who hold codes the manager lacks, by any way", async () => {
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W"] });
    const admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN", "PERM_MANAGE_W", "USER_MANAGE_R"] });
    await aCaller(running.current, { permissions: ["MAGI_ADMIN", "PERM_MANAGE_W"] });
    const before = await stateOf(admin.id);
    const edit = { id: admin.id, expected_version: 1 };
    const answers = [
      await manager.post("/api_v1/user/update", { ...edit, perms: [] }),
      await manager.post("/api_v1/user/update", { ...edit, perms: ["USER_MANAGE_R", "PERM_MANAGE_W"] }),
      await manager.post("/api_v1/user/update", { ...edit, is_enabled: false }),
      await manager.post("/api_v1/user/update", { ...edit, user_role: "partner" }),
      await manager.post("/api_v1/user/end_sessions", { id: admin.id }),
      await manager.post("/api_v1/perm/change", {
        changes: [{ ...edit, add: [], remove: ["MAGI_ADMIN"] }],
        reason: "",
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));

    const csv = asCsv(
      `${admin.username},${admin.email},Test User,developer,`,
      `${admin.username},${admin.email},Test User,partner,MAGI_ADMIN PERM_MANAGE_W USER_MANAGE_R`,
    );
    for (const line of csv.split("\n").slice(1)) {
      const { body } = await manager.post("/api_v1/user/import_check", { csv: asCsv(line) });
      expect(body.counts).toMatchObject({ refused: 1, update: 0 });
      await manager.post("/api_v1/user/import", { csv: asCsv(line), digest: body.digest });
    }
    expect(await stateOf(admin.id)).toEqual(before);
    expect((await admin.get("/api/auth/me")).status).toBe(200);
  });

  it("with only platform flags to change takes no flag that it lacks", async () => {
    const operator = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    const holder = await aCaller(running.current, { permissions: ["MAGI_VIEW_PAYMENTS"] });
    const taken = { id: holder.id, expected_version: 1, add: [], remove: ["MAGI_VIEW_PAYMENTS"] };
    const { status } = await operator.post("/api_v1/perm/change_flags", { changes: [taken], reason: "" });
    expect(status).toBe(403);
  });

  it("still manages people who hold no more than the manager, and with PERM_MANAGE_W everybody", async () => {
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W"] });
    const owner = await aCaller(running.current, { permissions: ["USER_MANAGE_W", "PERM_MANAGE_W"] });
    const reader = await aCaller(running.current, { permissions: ["USER_MANAGE_R"] });
    const payer = await aCaller(running.current, { permissions: ["MAGI_VIEW_PAYMENTS"] });
    await cookiesOf(running.current, reader.id);
    expect((await manager.post("/api_v1/user/end_sessions", { id: reader.id })).status).toBe(200);
    const disabled = { id: reader.id, expected_version: 1, is_enabled: false, perms: [] };
    expect((await manager.post("/api_v1/user/update", disabled)).status).toBe(200);
    const renamed = { id: payer.id, expected_version: 1, realname: "Another" };
    expect((await manager.post("/api_v1/user/update", renamed)).status).toBe(200);
    expect((await owner.post("/api_v1/user/update", { ...renamed, expected_version: 2, perms: [] })).status).toBe(200);
  });
});
