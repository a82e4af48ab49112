import { PERMISSION_CODES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { verifyChain } from "../operation-log/index.ts";

const running = runApp();
const anAdministrator = () => aCaller(running.current, { permissions: PERMISSION_CODES });
const aCode = (key: string, options: object = {}) => ({ key, name: `Name of ${key}`, group: "Services", ...options });

describe("permission codes", () => {
  it("are listed with their meaning and how many hold them", async () => {
    const reader = await aCaller(running.current, { permissions: ["PERM_MANAGE_R"] });
    const { body } = await reader.get("/api_v1/perm/list");
    const items = body.items as { key: string; holders: number; bit: number | null; is_system: boolean }[];
    expect(items.map(({ key }) => key).sort()).toEqual([...PERMISSION_CODES].sort());
    expect(items.find(({ key }) => key === "MAGI_VIEW_PAYMENTS")).toMatchObject({ bit: 128, is_system: true });
    const before = items.find(({ key }) => key === "USER_MANAGE_R")?.holders ?? 0;
    await aUser(running.current.db, { permissions: ["USER_MANAGE_R"] });
    const after = (await reader.get("/api_v1/perm/list")).body.items as typeof items;
    expect(after.find(({ key }) => key === "USER_MANAGE_R")?.holders).toBe(before + 1);
    const users = await aCaller(running.current, { permissions: ["USER_MANAGE_R"] });
    expect((await users.get("/api_v1/perm/list")).status).toBe(200);
  });

  it("can be added, explained and removed, each step in the history", async () => {
    const admin = await anAdministrator();
    const made = await admin.post("/api_v1/perm/create", aCode("RENDER_FARM"));
    expect(made.body).toMatchObject({ key: "RENDER_FARM", is_system: false, bit: null, holders: 0, version: 1 });
    const edit = { key: "RENDER_FARM", expected_version: 1, description: "Renders.", group: "Farm" };
    expect((await admin.post("/api_v1/perm/update", edit)).body).toMatchObject({
      name: "Name of RENDER_FARM",
      description: "Renders.",
      group: "Farm",
      version: 2,
    });
    const late = await admin.post("/api_v1/perm/update", edit);
    expect(late.status).toBe(409);
    expect(late.body.detail).toContain(`changed by ${admin.username}`);
    const remove = (version: number) =>
      admin.post("/api_v1/perm/delete", { key: "RENDER_FARM", expected_version: version });
    expect((await remove(1)).status).toBe(409);
    expect((await remove(2)).status).toBe(200);
    expect((await remove(2)).status).toBe(404);
    const { body } = await admin.get("/api_v1/perm/history?key=RENDER_FARM");
    const types = (body.items as { op_type: string }[]).map(({ op_type }) => op_type);
    expect(types).toEqual(["Delete_permission", "Update_permission", "Create_permission"]);
    expect((await verifyChain(running.current.db)).firstBroken).toBeUndefined();
  });

  it("are refused when the key or the bit is taken", async () => {
    const admin = await anAdministrator();
    const again = await admin.post("/api_v1/perm/create", aCode("MAGI_ADMIN"));
    expect(again).toMatchObject({ status: 409, body: { detail: "there is already a permission called MAGI_ADMIN" } });
    const sameBit = await admin.post("/api_v1/perm/create", aCode("SECOND_ADMIN", { bit: 256 }));
    expect(sameBit).toMatchObject({ status: 409, body: { detail: "the bit 256 belongs to MAGI_ADMIN" } });
    const everybodys = await admin.post("/api_v1/perm/create", aCode("DEFAULT_AGAIN", { bit: 1 }));
    expect(everybodys.status).toBe(409);
    const twoBits = await admin.post("/api_v1/perm/create", aCode("TWO_BITS", { bit: 3 }));
    expect(twoBits.status).toBe(422);
  });

  it("of the system keep their name and stay, but may be explained better", async () => {
    const admin = await anAdministrator();
    const system = { key: "USE_VERSION_1_0", expected_version: 1 };
    const renamed = await admin.post("/api_v1/perm/update", { ...system, name: "Another" });
    expect(renamed).toMatchObject({ status: 409, body: { detail: expect.stringContaining("name is fixed") } });
    const removed = await admin.post("/api_v1/perm/delete", system);
    expect(removed).toMatchObject({ status: 409, body: { detail: expect.stringContaining("cannot be removed") } });
    const explained = await admin.post("/api_v1/perm/update", {
      ...system,
      name: "Version 1.0",
      description: "Opens it.",
    });
    expect(explained.body).toMatchObject({ description: "Opens it.", version: 2 });
  });

  it("are not removed while somebody holds them", async () => {
    const admin = await anAdministrator();
    const user = await aUser(running.current.db);
    await admin.post("/api_v1/perm/create", aCode("HELD_CODE", { bit: 1_024 }));
    const change = { id: user.id, expected_version: 1, add: ["HELD_CODE"], remove: [] };
    expect((await admin.post("/api_v1/perm/change", { changes: [change] })).status).toBe(200);
    const removed = await admin.post("/api_v1/perm/delete", { key: "HELD_CODE", expected_version: 1 });
    expect(removed).toMatchObject({ status: 409, body: { detail: "1 user holds HELD_CODE: take it from them first" } });
  });

  it("are changed only with PERM_MANAGE_W", async () => {
    const reader = await aCaller(running.current, { permissions: ["PERM_MANAGE_R", "USER_MANAGE_W", "MAGI_ADMIN"] });
    const calls: [string, object][] = [
      ["/api_v1/perm/create", aCode("NOT_MINE")],
      ["/api_v1/perm/update", { key: "MAGI_ADMIN", expected_version: 1 }],
      ["/api_v1/perm/delete", { key: "MAGI_ADMIN", expected_version: 1 }],
      ["/api_v1/perm/change", { changes: [{ id: reader.id, expected_version: 1, add: [], remove: [] }] }],
    ];
    for (const [path, body] of calls) expect((await reader.post(path, body)).status).toBe(403);
  });
});
