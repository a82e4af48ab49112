import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { LarkBase, refuse } from "../../testing/outsiders/lark-base.ts";
import { type LarkServer, startLarkServer } from "../../testing/outsiders/lark-server.ts";
import { createOutgoing } from "../http-client/outgoing.ts";
import { createLark, type Lark, openLark } from "./lark.ts";

let server: LarkServer;
let lark: Lark;
let base: LarkBase;
const outgoing = () => createOutgoing({ trustedOrigins: [server.url] });
const APP = "basTEST";
const TOKEN = "3f0e5c1a-7d1c-4b4e-9a55-0c6c1f0a9d11";

beforeAll(async () => {
  server = await startLarkServer();
  lark = createLark(outgoing(), { ...server, baseUrl: server.url, retryMs: 1 });
  base = new LarkBase("Results");
  server.bases.set(APP, base);
});
afterEach(() => {
  server.behaviour.fault = () => undefined;
  base.isShared = true;
});
afterAll(() => server.close());

const table = (): { appToken: string; tableId: string } => ({
  appToken: APP,
  tableId: base.addTable(`t${base.tables.size}`, { Name: 1, Score: 2, When: 5 }),
});

describe("Lark", () => {
  it("is asked with one token for many calls, and with a new one once that is void", async () => {
    const before = server.counts.tokens;
    expect(await lark.getBaseName(APP)).toBe("Results");
    const { tableId } = table();
    expect(await lark.listFields({ appToken: APP, tableId })).toMatchObject([
      { name: "Name", type: 1, isPrimary: true },
      { name: "Score", type: 2, isPrimary: false },
      { name: "When", type: 5 },
    ]);
    expect(server.counts.tokens - before).toBeLessThanOrEqual(1);
    server.tokens.clear();
    expect(await lark.getBaseName(APP)).toBe("Results");
  });

  it("lists more than one page", async () => {
    const many = new LarkBase("Many");
    server.bases.set("basMANY", many);
    const { tableId } = { tableId: many.addTable("wide", { Name: 1 }) };
    for (let n = 0; n < 230; n++) many.createField(tableId, { field_name: `f${n}`, type: 1 });
    expect(await lark.listFields({ appToken: "basMANY", tableId })).toHaveLength(231);
  });

  it("is asked again when it is busy, refuses a moment, or somebody else writes", async () => {
    const at = table();
    const answers = [
      refuse(1254291, "Write conflict", 200),
      refuse(99991400, "too fast", 429),
      refuse(-1, "bad gateway", 502),
    ];
    server.behaviour.fault = (path) => (path.includes("batch_create") ? answers.shift() : undefined);
    expect(await lark.createRecords(at, TOKEN, [{ Name: "a" }, { Name: "b" }])).toHaveLength(2);
    expect(base.recordsOf(at.tableId)).toHaveLength(2);
  });

  it("takes what was sent twice once, also when the first answer was lost", async () => {
    const at = table();
    let isFirst = true;
    server.behaviour.fault = (path) => {
      if (!path.includes("batch_create") || !isFirst) return undefined;
      isFirst = false;
      return "hang up";
    };
    const ids = await lark.createRecords(at, TOKEN, [{ Name: "a" }]);
    expect(ids).toEqual([...(base.tables.get(at.tableId)?.records.keys() ?? [])]);
  });

  it("gives up after a while, as something that may pass", async () => {
    server.behaviour.fault = () => refuse(1254291, "Write conflict", 200);
    await expect(lark.getBaseName(APP)).rejects.toMatchObject({ code: "throttled", larkCode: 1254291 });
    server.behaviour.fault = () => refuse(-1, "down", 503);
    await expect(lark.getBaseName(APP)).rejects.toMatchObject({ code: "upstream_failed" });
  });

  it("is not asked again where that cannot help, and says what can", async () => {
    base.isShared = false;
    const before = server.counts.calls;
    await expect(lark.getBaseName(APP)).rejects.toMatchObject({
      code: "not_allowed",
      larkCode: 91403,
      message: expect.stringContaining("add this console's app"),
    });
    expect(server.counts.calls - before).toBe(1);
    base.isShared = true;
    const at = table();
    const failing = (fields: object) => lark.createRecords(at, TOKEN, [fields as Record<string, unknown>]);
    await expect(failing({ Nowhere: 1 })).rejects.toMatchObject({ code: "conflict", larkCode: 1254045 });
    await expect(failing({ Score: "seven" })).rejects.toMatchObject({ larkCode: 1254015 });
    await expect(failing({ When: "now" })).rejects.toMatchObject({ larkCode: 1254064 });
    await expect(lark.listTables("basNONE")).rejects.toMatchObject({ code: "not_found" });
    await expect(lark.findWikiBase("none")).rejects.toMatchObject({ code: "not_found" });
  });

  it("finds records by their text, fifty at a time, and knows which are gone", async () => {
    const at = table();
    const made = await lark.createRecords(
      at,
      TOKEN,
      Array.from({ length: 120 }, (_, n) => ({ Name: `n${n}` })),
    );
    const found = await lark.findByText(at, "Name", ["n3", "none", ...Array.from({ length: 60 }, (_, n) => `n${n}`)]);
    expect([found.size, found.get("n3")]).toEqual([60, made[3]]);
    base.tables.get(at.tableId)?.records.delete(made[7] ?? "");
    expect(await lark.listAbsent(at, made)).toEqual([made[7]]);
  });

  it("takes files, and refuses an app it does not know without saying its secret", async () => {
    const token = await lark.uploadMedia(APP, { name: "clip 1.mp4", bytes: Buffer.alloc(1_000) });
    expect(base.files.get(token)).toBeGreaterThan(1_000);
    const stranger = createLark(outgoing(), { appId: server.appId, appSecret: "hunter2", baseUrl: server.url });
    const refusal = await stranger.getBaseName(APP).catch((error: unknown) => error as Error);
    expect(refusal).toMatchObject({ code: "unavailable", message: expect.stringContaining("app secret") });
    expect(JSON.stringify(refusal)).not.toContain("hunter2");
    expect(openLark(undefined)).toBeUndefined();
  });
});
