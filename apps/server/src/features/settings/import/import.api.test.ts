import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const running = runApp();
let manager: Caller;

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
});

const must = async (name: string, body: unknown): Promise<Record<string, unknown>> => {
  const answer = await manager.post(`/api_v1/config/${name}`, body);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const TEXT = { type: "text" };
const itemsOf = async (keys: string[]) => (await must("get", { keys })).items as Record<string, unknown>[];

describe("an import", () => {
  it("says first what it would do, then brings drafts in, and leaves out what it must", async () => {
    for (const key of ["in.same", "in.changed", "in.described", "in.archived"]) {
      await must("create", { key, schema: TEXT, value: "one" });
      await must("publish", { key, expected_version: 1, comment: "" });
    }
    await must("create", { key: "in.secret", schema: TEXT, value: "hidden", sensitive: true });
    await must("delete", { key: "in.archived", expected_version: 1 });
    const given = (key: string, value: unknown = "one", more: object = {}) => ({
      key,
      schema: TEXT,
      value,
      description: "",
      ...more,
    });
    const items = [
      given("in.same"),
      given("in.changed", "two"),
      given("in.described", "one", { description: "words" }),
      given("in.archived"),
      given("in.secret"),
      given("in.misfit", 7),
      given("in.new", "new"),
      given("in.new", "again"),
      given("assets.quota_bytes", "much"),
    ];
    const dry = await must("import", { items, is_dry_run: true });
    expect((dry.rows as { action: string }[]).map((row) => row.action)).toEqual([
      "unchanged",
      "update",
      "update",
      "refused",
      "refused",
      "refused",
      "create",
      "refused",
      "create",
    ]);
    expect((dry.rows as { notes: string[] }[]).at(-1)?.notes[0]).toContain("it cannot be published");
    expect(await itemsOf(["in.new"])).toEqual([]);

    expect(await must("import", { items, is_dry_run: false })).toEqual(dry);
    const [changed, described, fresh, same] = await itemsOf(["in.same", "in.changed", "in.described", "in.new"]);
    expect(changed).toMatchObject({ status: "draft", version: 2, value: "two", published_value: "one" });
    expect(described).toMatchObject({ status: "published", version: 2, description: "words" });
    expect(fresh).toMatchObject({ status: "draft", version: 1, value: "new" });
    expect(same).toMatchObject({ status: "published", version: 1 });
    const [entry] = (await listOperations(running.current.db, "config:in.new", { limit: 5 })).items;
    expect(entry).toMatchObject({
      op_type: "Import_configs",
      subjects: ["config:in.changed", "config:in.described", "config:in.new", "config:assets.quota_bytes"],
    });
    const again = await must("import", { items: items.slice(0, 3), is_dry_run: false });
    expect((again.rows as { action: string }[]).map((row) => row.action)).toEqual([
      "unchanged",
      "unchanged",
      "unchanged",
    ]);
  });

  it("takes back what was exported", async () => {
    const value = { a: 1, b: 2 };
    const schema = { type: "key_value", value_type: "number" };
    await must("create", { key: "out.pairs", schema, value, description: "pairs" });
    await must("publish", { key: "out.pairs", expected_version: 1, comment: "" });
    await must("update", { key: "out.pairs", expected_version: 1, value: { a: 9 } });
    await must("create", { key: "out.secret", schema: TEXT, value: "hidden", sensitive: true });
    await must("publish", { key: "out.secret", expected_version: 1, comment: "" });
    await must("create", { key: "out.draft", schema: TEXT, value: "not yet" });
    const exported = await must("export", { namespace: "out" });
    expect(exported).toEqual({
      items: [{ key: "out.pairs", schema, value, description: "pairs" }],
      left_out: ["out.secret"],
    });
    const { rows } = await must("import", { items: exported.items, is_dry_run: false });
    expect(rows).toEqual([{ key: "out.pairs", action: "update", notes: [] }]);
    expect((await itemsOf(["out.pairs"]))[0]).toMatchObject({ version: 3, value });
  });
});
