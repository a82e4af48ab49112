import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

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
const create = (key: string, value: string, more: object = {}) =>
  must("create", { key, schema: { type: "text" }, value, ...more });

describe("the list", () => {
  it("finds keys by namespace, status and words in keys, descriptions and values", async () => {
    await create("finding.alpha", "needle in a 100% haystack");
    await create("finding.beta", "nothing", { description: "a Needle here" });
    await create("finding.needle_key", "nothing");
    await create("finding.other", "nothing");
    await create("finding.gone", "needle");
    await must("delete", { key: "finding.gone", expected_version: 1 });
    await must("publish", { key: "finding.other", expected_version: 1, comment: "" });
    const keys = async (body: object) =>
      ((await must("list", { namespace: "finding", ...body })).items as { key: string }[]).map((item) => item.key);
    expect(await keys({ q: "needle" })).toEqual(["finding.alpha", "finding.beta", "finding.needle_key"]);
    expect(await keys({ q: "100%" })).toEqual(["finding.alpha"]);
    expect(await keys({ q: "_key" })).toEqual(["finding.needle_key"]);
    expect(await keys({ status: "published" })).toEqual(["finding.other"]);
    expect(await keys({ status: "archived" })).toEqual(["finding.gone"]);
    expect(await keys({ limit: 2, offset: 1 })).toEqual(["finding.beta", "finding.needle_key"]);
    const page = await must("list", { namespace: "finding", limit: 1 });
    expect(page.total).toBe(4);
    expect(page.namespaces).toContainEqual({ name: "finding", count: 4, drafts: 3 });
    expect(page.declared).toContainEqual(
      expect.objectContaining({ key: "platform.fine_grained_admin", default_value: false }),
    );
  });
});
