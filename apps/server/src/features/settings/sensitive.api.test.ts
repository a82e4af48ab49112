import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { createValueBox } from "./value-box.ts";

const KEY = "vault.token";
const CANARIES = ["canary-first-7f3a91", "canary-second-b01c44"] as const;
const [FIRST, SECOND] = CANARIES;
const TEXT = { type: "text" };

const running = runApp();
let manager: Caller;
const replies: string[] = [];

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
});

const call = async (name: string, body: unknown) => {
  const answer = await manager.post(`/api_v1/config/${name}`, body);
  replies.push(JSON.stringify(answer));
  return answer;
};
const act = (name: string, expected_version: number, more: object = {}) =>
  call(name, { key: KEY, expected_version, ...more });

/** Every row of every table, with the raw bytes of encrypted values. */
const dumpTables = async (): Promise<string> => {
  const { db } = running.current;
  const dumps: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const rows: Record<string, unknown>[] = await db
      .selectFrom(name as "config_version")
      .selectAll()
      .execute();
    for (const row of rows) dumps.push(Object.values(row).map(toText).join(" | "));
  }
  return dumps.join("\n");
};
const toText = (cell: unknown): string => {
  if (Buffer.isBuffer(cell)) return cell.toString("latin1");
  return typeof cell === "bigint" ? String(cell) : JSON.stringify(cell);
};

describe("a sensitive value", () => {
  it("can be set, kept, published and rolled back, and never comes out", async () => {
    await call("create", { key: KEY, schema: TEXT, value: FIRST, sensitive: true });
    const published = await act("publish", 1, { comment: "first" });
    expect(published.body).toMatchObject({ sensitive: true, value: null, published_value: null, status: "published" });
    expect((await act("update", 1, { description: "the value stays" })).body).toMatchObject({ version: 2 });
    expect((await act("update", 2, { value: SECOND })).body).toMatchObject({
      version: 3,
      status: "draft",
      value: null,
    });
    await act("publish", 3, { comment: "second" });
    expect((await act("rollback", 3, { version: 1, comment: "back" })).body).toMatchObject({ version: 4, value: null });

    const { body } = await call("history", { key: KEY });
    expect((body.items as { value: unknown }[]).map((item) => item.value)).toEqual([null, null, null]);
    await call("list", {});
    await call("get", { keys: [KEY] });
    await call("export", {});
    const items = [{ key: KEY, schema: TEXT, value: SECOND, description: "" }];
    await call("import", { items, is_dry_run: false });

    const box = createValueBox(running.current.config.secretKeys);
    const rows = await running.current.db.selectFrom("config_version").selectAll().where("key", "=", KEY).execute();
    const opened = rows.sort((a, b) => a.version - b.version).map((row) => box.unpack(row, row));
    expect(opened).toEqual([FIRST, SECOND, FIRST]);
  });

  it("is refused with a message that does not repeat it", async () => {
    const schema = { type: "text", max_length: 5 };
    expect((await call("create", { key: "vault.long", schema, value: FIRST, sensitive: true })).status).toBe(422);
    expect((await act("update", 4, { value: `${FIRST}\n${SECOND}` })).status).toBe(422);
    const wrongShape = { key: KEY, expected_version: 4, value: [FIRST, { nested: SECOND }] };
    expect((await call("update", wrongShape)).status).toBe(422);
  });

  it("is not told by trying types on it, by guessing it, or by searching", async () => {
    const probe = await act("update", 4, { schema: { type: "text", max_length: 19 } });
    expect(probe.status).toBe(422);
    const other = await act("update", 4, { schema: { type: "text", max_length: 1 } });
    expect(other.body.detail).toEqual(probe.body.detail);
    expect((await act("update", 4, { value: FIRST })).body).toMatchObject({ version: 5, status: "draft" });
    expect((await call("list", { q: "canary" })).body).toMatchObject({ items: [], total: 0 });
  });

  it("that cannot be decrypted any more is not published, and the reason is reported", async () => {
    const { db } = running.current;
    const garbled = { sealed_value: Buffer.from("garbled") };
    await db.updateTable("config_version").set(garbled).where("key", "=", KEY).where("version", "=", 5).execute();
    const { status, body } = await act("publish", 5, { comment: "" });
    expect([status, body.detail]).toEqual([409, `version 5 of ${KEY} can no longer be opened, enter its value again`]);
    expect((await act("update", 5, { value: SECOND })).body).toMatchObject({ version: 6 });
  });

  it("stands nowhere in replies, history, log lines or tables, also after the key is gone", async () => {
    await call("create", { key: "vault.open", schema: TEXT, value: "found-in-the-clear" });
    const before = await dumpTables();
    expect(before).toContain("found-in-the-clear");
    expect(before).toContain(KEY);
    await act("delete", 6);
    await act("delete", 7);
    const { items } = await listOperations(running.current.db, `config:${KEY}`, { limit: 50 });
    expect(items[0]).toMatchObject({ op_type: "Remove_config", meta: { before: "(sensitive)" } });
    const places = [
      replies.join("\n"),
      JSON.stringify(items),
      running.current.log.join("\n"),
      before,
      await dumpTables(),
    ];
    for (const place of places) {
      expect(place.length).toBeGreaterThan(500);
      for (const canary of CANARIES) expect(place).not.toContain(canary);
    }
  });
});
