import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { LarkBase } from "../../../testing/outsiders/lark-base.ts";
import { type LarkServer, startLarkServer } from "../../../testing/outsiders/lark-server.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

let server: LarkServer;
const lark = { appId: "", appSecret: "", baseUrl: "" };
const base = new LarkBase("Results");
const TABLE = base.addTable("Runs", { Title: 1, Cost: 1, Row: 7, When: 5, Person: 11 });

beforeAll(async () => {
  server = await startLarkServer();
  server.bases.set("basRESULTS", base);
  server.wiki.set("wikPAGE", { obj_token: "basRESULTS", obj_type: "bitable" });
  server.wiki.set("wikWORDS", { obj_token: "docx", obj_type: "docx" });
  Object.assign(lark, { appId: server.appId, appSecret: server.appSecret, baseUrl: server.url });
});
afterAll(() => server.close());

const running = runApp((config) => ({ ...config, lark }));
let ada: Caller;
let taskId: string;
beforeAll(async () => {
  ada = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  const performerIds = [(await aPricedPerformer(running.current.db)).id];
  const benchmark = await aBenchmark(ada, { prompts: ["a"], performerIds });
  await benchmark.generate();
  taskId = benchmark.id;
});

const resolve = (link: string) => ada.post("/api_v1/export/lark/resolve", { link });
const create = (target: object) =>
  ada.post("/api_v1/export/create", {
    task_ids: [taskId],
    rows: "cells",
    request_key: randomUUID(),
    target: { kind: "lark", table_id: TABLE, table_name: "", mapping: [], ...target },
  });

describe("a pasted address", () => {
  it.each([
    ["https://x.feishu.cn/base/basRESULTS", null],
    [`https://x.larksuite.com/base/basRESULTS?table=${TABLE}&view=vew1`, TABLE],
    [` https://x.feishu.cn/wiki/wikPAGE?table=${TABLE} `, TABLE],
    ["https://x.feishu.cn/base/basRESULTS?table=tblNONE", null],
  ])("%s leads to its base", async (link, tableId) => {
    const { status, body } = await resolve(link);
    expect([status, body]).toMatchObject([
      200,
      {
        app_token: "basRESULTS",
        name: "Results",
        table_id: tableId,
        tables: [{ id: TABLE, name: "Runs", fields: expect.any(Array) }],
      },
    ]);
    const { tables } = body as { tables: { fields: object[] }[] };
    expect(tables[0]?.fields).toEqual([
      { name: "Title", type: "text", is_primary: true },
      { name: "Cost", type: "text", is_primary: false },
      { name: "Row", type: "checkbox", is_primary: false },
      { name: "When", type: "date", is_primary: false },
      { name: "Person", type: "other", is_primary: false },
    ]);
  });

  it.each([
    ["not an address", 422, "not the address of a Lark base"],
    ["https://x.feishu.cn/docx/abcdef", 422, "not the address of a Lark base"],
    ["ftp://x.feishu.cn/base/basRESULTS", 422, "not the address of a Lark base"],
    ["https://x.feishu.cn/wiki/wikWORDS", 422, "does not contain a base"],
    ["https://x.feishu.cn/wiki/wikGONE", 404, "no such wiki page"],
    ["https://x.feishu.cn/base/basGONE", 404, "no such base"],
  ])("%s says what is wrong", async (link, status, words) => {
    const answer = await resolve(link);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(words)]);
  });

  it("that is not shared with the app says how to share it", async () => {
    base.isShared = false;
    const answer = await resolve("https://x.feishu.cn/base/basRESULTS");
    base.isShared = true;
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining("add this console's app")]);
  });
});

describe("an export to a table", () => {
  const link = "https://x.feishu.cn/base/basRESULTS";

  it("is refused while its form is open when a column does not fit or is not there", async () => {
    const fault = async (mapping: object[]) => (await create({ link, mapping })).body.detail;
    expect(await fault([{ column: "row", target: "Row" }])).toBe(
      "'Row' does not fit 'Row': that column of the table holds yes or no",
    );
    expect(await fault([{ column: "status", target: "Person" }])).toContain("something that we do not write");
    expect(await fault([{ column: "nothing", target: "Title" }])).toBe("there is no column 'nothing' in this export");
    const twice = [
      { column: "task", target: "Title" },
      { column: "status", target: "Title" },
    ];
    expect(await fault(twice)).toBe("two columns cannot both go to 'Title'");
  });

  it("takes a mapping that fits, and a new table whose name is free", async () => {
    const mapping = [
      { column: "task", target: "Title" },
      { column: "cost", target: "Cost" },
      { column: "seed", target: "New column" },
    ];
    expect((await create({ link, mapping })).status).toBe(200);
    expect((await create({ link, table_id: null, table_name: "Fresh" })).status).toBe(200);
    const taken = await create({ link, table_id: null, table_name: "Runs" });
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("already has a table")]);
    expect((await ada.get("/api_v1/export/lark")).body).toEqual({
      is_configured: true,
      domain: new URL(server.url).host,
    });
  });
});
