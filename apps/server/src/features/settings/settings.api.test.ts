import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { eventually } from "../../testing/eventually.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { SETTINGS } from "./index.ts";

const running = runApp();
let manager: Caller;

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
});

const call = (name: string, body: unknown): Promise<Answer> => manager.post(`/api_v1/config/${name}`, body);
const must = async (name: string, body: unknown): Promise<Record<string, unknown>> => {
  const answer = await call(name, body);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const TEXT = { type: "text" };
const create = (key: string, value: unknown = "one", more: object = {}) =>
  must("create", { key, schema: TEXT, value, ...more });
const publish = (key: string, expected_version: number, comment = "go") =>
  must("publish", { key, expected_version, comment });
const historyOf = async (key: string) =>
  (await listOperations(running.current.db, `config:${key}`, { limit: 50 })).items;

describe("a key", () => {
  it("goes from draft to published, back to an earlier version, into the archive and out of it", async () => {
    const key = "life.cycle";
    expect(await create(key, "one", { description: "words" })).toMatchObject({
      key,
      value: "one",
      published_value: null,
      status: "draft",
      version: 1,
      published_version: null,
      updated_by: manager.username,
      value_type: "text",
      description: "words",
    });
    expect(await publish(key, 1)).toMatchObject({ status: "published", published_version: 1, comment: "go" });
    const draft = await must("update", { key, expected_version: 1, value: "two" });
    expect(draft).toMatchObject({ status: "draft", version: 2, value: "two", published_value: "one" });
    expect(await publish(key, 2, "second")).toMatchObject({ status: "published", published_value: "two" });
    const back = await must("rollback", { key, expected_version: 2, version: 1, comment: "oops" });
    expect(back).toMatchObject({
      status: "published",
      version: 3,
      published_version: 3,
      value: "one",
      comment: "oops",
    });

    expect(await must("delete", { key, expected_version: 3 })).toEqual({ outcome: "archived" });
    const [archived] = (await must("get", { keys: [key] })).items as object[];
    expect(archived).toMatchObject({ status: "archived", version: 4, published_version: null, published_value: null });
    const restored = await must("restore", { key, expected_version: 4 });
    expect(restored).toMatchObject({ status: "draft", version: 5, value: "one", published_version: null });
    expect(await publish(key, 5)).toMatchObject({ status: "published", version: 5, published_version: 3 });
    await must("delete", { key, expected_version: 5 });
    expect(await must("delete", { key, expected_version: 6 })).toEqual({ outcome: "removed" });
    expect((await must("get", { keys: [key] })).items).toEqual([]);

    const history = await historyOf(key);
    expect(history.map((entry) => entry.op_type)).toEqual([
      "Remove_config",
      "Archive_config",
      "Publish_config",
      "Restore_config",
      "Archive_config",
      "Rollback_config",
      "Publish_config",
      "Update_config",
      "Publish_config",
      "Create_config",
    ]);
    expect(history.find((entry) => entry.op_type === "Update_config")?.meta).toEqual({
      version: 2,
      before: "one",
      after: "two",
    });
    expect(history.find((entry) => entry.op_type === "Rollback_config")).toMatchObject({
      user_name: manager.username,
      reason: "oops",
      meta: { from_version: 1, before: "two", after: "one" },
    });
  });

  it("keeps every version, newest first, and says which were read", async () => {
    const key = "life.versions";
    await create(key, "v1");
    await publish(key, 1, "first");
    for (let version = 1; version < 60; version++) {
      await must("update", { key, expected_version: version, value: `v${version + 1}` });
    }
    const first = await must("history", { key });
    expect(first).toMatchObject({ has_more: true });
    const items = first.items as { version: number }[];
    expect(items.map((item) => item.version)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index));
    const rest = await must("history", { key, before: items.at(-1)?.version });
    expect(rest.has_more).toBe(false);
    expect((rest.items as object[]).at(-1)).toMatchObject({ version: 1, was_published: true, comment: "first" });
    expect((await call("history", { key: "life.none" })).status).toBe(404);
  });

  it("refuses an edit of an older version, with the reason", async () => {
    const key = "life.conflict";
    await create(key);
    await must("update", { key, expected_version: 1, value: "two" });
    for (const [name, more] of Object.entries({
      update: { value: "three" },
      publish: { comment: "" },
      rollback: { version: 1, comment: "" },
      delete: {},
      restore: {},
    })) {
      const { status, body } = await call(name, { key, expected_version: 1, ...more });
      expect(status).toBe(409);
      expect(body.detail).toBe(`${key} was changed by ${manager.username} meanwhile: it is at version 2, you saw 1`);
      expect((await call(name, { key: "life.none", expected_version: 1, ...more })).status).toBe(404);
    }
    expect((await call("create", { key, schema: TEXT, value: "x" })).body.detail).toBe(`${key} exists already`);
    expect((await call("restore", { key, expected_version: 2 })).status).toBe(409);
    expect((await call("rollback", { key, expected_version: 2, version: 9, comment: "" })).status).toBe(404);
  });

  it("is published by exactly one of many who try at once", async () => {
    const key = "life.race";
    await create(key);
    const requests = Array.from({ length: 8 }, (_, index) =>
      call("publish", { key, expected_version: 1, comment: `by ${index}` }),
    );
    const statuses = (await Promise.all(requests)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const updates = Array.from({ length: 8 }, (_, index) =>
      call("update", { key, expected_version: 1, value: `by ${index}` }),
    );
    expect((await Promise.all(updates)).filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await historyOf(key)).map((entry) => entry.op_type)).toEqual([
      "Update_config",
      "Publish_config",
      "Create_config",
    ]);
  });

  it("is left alone by an update that changes nothing; a description alone is nothing to publish", async () => {
    const key = "life.same";
    await create(key);
    await publish(key, 1);
    expect(await must("update", { key, expected_version: 1, value: "one", schema: TEXT })).toMatchObject({
      version: 1,
    });
    const described = await must("update", { key, expected_version: 1, description: "new words" });
    expect(described).toMatchObject({ version: 2, status: "published", published_version: 1 });
    expect((await call("publish", { key, expected_version: 2, comment: "" })).status).toBe(409);
  });

  it("is not changed while it is archived", async () => {
    const key = "life.archived";
    await create(key);
    await must("delete", { key, expected_version: 1 });
    for (const [name, more] of [
      ["update", { value: "x" }],
      ["publish", { comment: "" }],
      ["rollback", { version: 1, comment: "" }],
    ] as const) {
      const { status, body } = await call(name, { key, expected_version: 2, ...more });
      expect([status, body.detail]).toEqual([409, `${key} is archived, restore it first`]);
    }
    expect((await call("create", { key, schema: TEXT, value: "x" })).body.detail).toContain("in the archive");
  });
});

describe("a value", () => {
  it("fits its type, and still does when the type changes", async () => {
    const key = "values.limits";
    const misfit = await call("create", { key, schema: { type: "number", max: 5 }, value: 6 });
    expect([misfit.status, misfit.body.detail]).toEqual([422, [{ msg: "use 5 or less", loc: "value" }]]);
    await must("create", { key, schema: { type: "number", max: 5 }, value: 5 });
    const narrower = await call("update", { key, expected_version: 1, schema: { type: "number", max: 4 } });
    expect([narrower.status, narrower.body.detail]).toEqual([422, [{ msg: "use 4 or less", loc: "value" }]]);
    const both = { key, expected_version: 1, schema: { type: "number", max: 4 }, value: 4 };
    expect(await must("update", both)).toMatchObject({ version: 2, value: 4 });
    const wrong = { key: "values.wrong", schema: { type: "number", min: 2, max: 1 }, value: 1 };
    expect((await call("create", wrong)).status).toBe(422);
  });

  it("of every type is read back as it was written", async () => {
    const cases: [string, object, unknown][] = [
      ["values.text", { type: "text", is_multiline: true }, 'quotes " and\n漢字 😀'],
      ["values.number", { type: "number" }, -0.1],
      ["values.boolean", { type: "boolean" }, false],
      ["values.pairs", { type: "key_value", value_type: "number" }, { "b.b": 2, a: 1, toString: 3 }],
      ["values.list", { type: "list", item_type: "text" }, ["b", "a", ""]],
      ["values.empty", { type: "list", item_type: "text" }, []],
    ];
    for (const [key, schema, value] of cases) {
      expect((await must("create", { key, schema, value })).value).toEqual(value);
      expect((await publish(key, 1)).published_value).toEqual(value);
    }
  });

  it("with a hostile key is refused, and nothing is polluted", async () => {
    const schema = { type: "key_value", value_type: "text" };
    for (const hostile of ["__proto__", "constructor", "prototype"]) {
      const payload = `{"key":"values.hostile","schema":${JSON.stringify(schema)},"value":{"${hostile}":"x","polluted":"y"}}`;
      const response = await running.current.app.http.inject({
        method: "POST",
        url: "/api_v1/config/create",
        headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
        cookies: manager.cookies,
        payload,
      });
      expect([400, 422]).toContain(response.statusCode);
    }
    expect("polluted" in {}).toBe(false);
    for (const key of ["__proto__.a", "Upper.case", "nodot", "a.", ".a", "a.b c"]) {
      expect((await call("create", { key, schema: TEXT, value: "x" })).status).toBe(422);
    }
  });

  it("that the code declares is published only if the code can use it", async () => {
    const { key, defaultValue } = SETTINGS.assetsQuotaBytes;
    await must("create", { key, schema: { type: "number" }, value: 0.5 });
    const refused = await call("publish", { key, expected_version: 1, comment: "" });
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toContain("the code that reads assets.quota_bytes cannot use this");
    expect(running.current.settings.get(SETTINGS.assetsQuotaBytes)).toBe(defaultValue);

    await must("update", { key, expected_version: 1, value: 1_000 });
    await publish(key, 2);
    const { settings } = running.current;
    await eventually(() => (settings.get(SETTINGS.assetsQuotaBytes) === 1_000 ? true : undefined));
    await must("delete", { key, expected_version: 2 });
    await eventually(() => (settings.get(SETTINGS.assetsQuotaBytes) === defaultValue ? true : undefined));
  });
});
