import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { type LarkServer, startLarkServer } from "../../../testing/outsiders/lark-server.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

let server: LarkServer;
const lark = { appId: "", appSecret: "", baseUrl: "", retryMs: 1 };

beforeAll(async () => {
  server = await startLarkServer();
  server.folders.set("fldSHARED", []);
  Object.assign(lark, { appId: server.appId, appSecret: server.appSecret, baseUrl: server.url });
});
afterAll(() => server.close());

const running = runApp((config) => ({ ...config, lark }));
let ada: Caller;
beforeAll(async () => {
  ada = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
});
afterEach(() => {
  server.behaviour.fault = () => undefined;
});

const create = (input: object) =>
  ada.post("/api_v1/export/lark/base", { name: "Results", request_key: randomUUID(), ...input });
const basesOf = (folder: string, name: string) =>
  (server.folders.get(folder) ?? []).filter((file) => file.name === name).map(({ token }) => token);

describe("a new base", () => {
  it("is created in the folder of the link, shared with the caller by e-mail, and can be exported to", async () => {
    const { status, body } = await create({
      name: "Night scenes",
      folder_link: "https://x.feishu.cn/drive/folder/fldSHARED?from=space",
    });
    const [token = ""] = basesOf("fldSHARED", "Night scenes");
    expect([status, body]).toMatchObject([
      200,
      { app_token: token, name: "Night scenes", table_id: null, link: `https://x.feishu.cn/base/${token}` },
    ]);
    const { email } = await running.current.db
      .selectFrom("console_user")
      .select("email")
      .where("id", "=", ada.id)
      .executeTakeFirstOrThrow();
    expect(server.shares.get(token)).toEqual([{ member_type: "email", member_id: email, perm: "full_access" }]);
    expect((await ada.post("/api_v1/export/lark/resolve", { link: body.link })).status).toBe(200);
  });

  it("is created once, however often and at the same time the request is sent", async () => {
    const input = { name: "Once", request_key: randomUUID() };
    const answers = await Promise.all([create(input), create(input), create(input)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const again = await create(input);
    expect(again.status).toBe(200);
    expect(basesOf("", "Once")).toEqual([again.body.app_token]);
    expect(server.shares.get(String(again.body.app_token))).toHaveLength(1);
    expect((await create({ ...input, name: "Other" })).status).toBe(409);
  });

  it("is found again when the answer of Lark was lost", async () => {
    const input = { name: "Lost", request_key: randomUUID() };
    server.behaviour.fault = (path) => (path === "bitable/v1/apps" ? "hang up" : undefined);
    expect((await create(input)).status).toBe(502);
    expect(basesOf("", "Lost")).toHaveLength(1);
    server.behaviour.fault = () => undefined;
    const again = await create(input);
    expect(again.status).toBe(200);
    expect(basesOf("", "Lost")).toEqual([again.body.app_token]);
  });

  it("does not take the base of another request with the same name", async () => {
    const first = await create({ name: "Twin" });
    const second = await create({ name: "Twin" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set(basesOf("", "Twin"))).toEqual(new Set([first.body.app_token, second.body.app_token]));
  });

  it("is shared by the next attempt when sharing failed", async () => {
    const input = { name: "Unshared", request_key: randomUUID() };
    server.behaviour.fault = (path) =>
      path.endsWith("/members") ? { status: 400, body: { code: 1063001, msg: "no such user" } } : undefined;
    expect((await create(input)).status).toBe(409);
    server.behaviour.fault = () => undefined;
    const again = await create(input);
    expect(again.status).toBe(200);
    expect(basesOf("", "Unshared")).toEqual([again.body.app_token]);
    expect(server.shares.get(String(again.body.app_token))).toHaveLength(1);
  });

  it("is refused in a folder that was not shared with the app, and for an address that is not a folder", async () => {
    expect(await create({ folder_link: "https://x.feishu.cn/drive/folder/fldFOREIGN" })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("share the folder with this console's app") },
    });
    expect(await create({ folder_link: "https://x.feishu.cn/base/basRESULTS" })).toMatchObject({ status: 422 });
  });
});
