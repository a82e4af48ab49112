import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putFiles, putMdsSet } from "../../../testing/builders/a-stored-set.ts";
import { indexToEnd, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";
import { checkHealth } from "../health/check-health.ts";
import { findLivingRun } from "../index-run.store.ts";

const running = runApp();
const rig = runDataRig(running);
let owner: Caller;
let colleague: Caller;
let admin: Caller;
let outsider: Caller;

beforeAll(async () => {
  owner = await aCaller(running.current);
  colleague = await aCaller(running.current);
  admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
  outsider = await aCaller(running.current, { role: "partner" });
  await putMdsSet(rig.current.storage, `${rig.current.folder}set/`, { samples: 30, sizeLimitBytes: 2_000 });
});

const API = "/api_v1/dataset";
const form = (more: object = {}) => ({
  uri: rig.current.uriOf("set/"),
  name: `Set ${newId()}`,
  description: "d",
  tags: ["a", "a", "b"],
  request_key: newId(),
  ...more,
});
const create = async (more: object = {}) => {
  const answer = await owner.post(`${API}/create`, form(more));
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body as { id: string; name: string; revision: number };
};
const created = async (more: object = {}) => {
  const item = await create(more);
  const run = await findLivingRun(running.current.db, item.id);
  expect(await indexToEnd(rig.current, run?.id ?? "")).toBe("published");
  return item;
};
const find = async (caller: Caller, id: string) => {
  const { body } = await caller.get(API);
  return (body.items as { id: string }[]).find((item) => item.id === id);
};

describe("a look before registering", () => {
  it("shows kind, columns, size and five rows, and keeps nothing", async () => {
    const { status, body } = await owner.post(`${API}/try`, { uri: rig.current.uriOf("set") });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      kind: "MDS",
      layout: "plain",
      items: 30,
      uri: rig.current.uriOf("set/"),
      warnings: [],
    });
    expect(body.rows).toHaveLength(5);
    expect((body.rows as object[])[1]).toMatchObject({
      key: "0:1",
      caption: "clip number 1",
      values: { seen: 3, score: 0.125 },
    });
    const columns = body.columns as { name: string; type: string; is_indexed: boolean }[];
    expect(columns.find(({ name }) => name === "score")).toMatchObject({ type: "number", is_indexed: true });
    expect(columns.find(({ name }) => name === "video")).toMatchObject({ type: "binary", is_indexed: false });
    expect(await running.current.db.selectFrom("dataset").select("id").execute()).toEqual([]);
  });

  it("names what is wrong with the address", async () => {
    const { storage, folder } = rig.current;
    await putFiles(storage, `${folder}odd/`, [{ name: "readme.xyz", bytes: new Uint8Array(3) }]);
    await putFiles(storage, `${folder}bad/`, [
      { name: "index.json", bytes: new TextEncoder().encode('{"shards":[{]') },
    ]);
    const tried = (path: string) => owner.post(`${API}/try`, { uri: rig.current.uriOf(path) });
    expect(await tried("odd/")).toMatchObject({ status: 422, body: { detail: expect.stringContaining("readme.xyz") } });
    expect((await tried("bad/")).status).toBe(422);
    expect(await tried("nothing/")).toMatchObject({ status: 404 });
    expect(await owner.post(`${API}/try`, { uri: "s3://not-registered/x/" })).toMatchObject({ status: 404 });
  });
});

describe("registering", () => {
  it("happens once for each form, and starts one run through the outbox", async () => {
    const body = form();
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`${API}/create`, body)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const [first] = answers;
    expect(first?.body).toMatchObject({ status: "Indexing", tags: ["a", "b"], is_mine: true, version: null });
    const id = String(first?.body.id);
    const runs = await running.current.db
      .selectFrom("dataset_index_run")
      .select("id")
      .where("dataset_id", "=", id)
      .execute();
    expect(runs).toHaveLength(1);
    const { items } = await listOperations(running.current.db, `dataset:${id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Create_dataset" }]);
    expect(await colleague.post(`${API}/create`, form({ name: body.name.toUpperCase() }))).toMatchObject({
      status: 409,
    });
  });

  it("is told from run to version", async () => {
    const { id } = await created();
    const { body } = await colleague.get(`${API}/${id}/detail`);
    expect(body).toMatchObject({ status: "Ready", version: 1, items: 30, is_mine: false, owner: owner.username });
    expect(body).toMatchObject({
      run: { status: "Finished", parts_done: 1, parts_total: 1, items_done: 30, faults: 0 },
    });
    expect(body.versions).toMatchObject([{ version: 1, items: 30, tags: [], created_by: owner.username }]);
    expect((body.columns as { name: string }[]).slice(0, 3).map(({ name }) => name)).toEqual([
      "key",
      "caption",
      "duration_s",
    ]);
  });
});

describe("changing", () => {
  it("is for the owner and administrators, and each change is in the history", async () => {
    const item = await created();
    const change = (more: object) => ({ name: item.name, description: "new", tags: [], expect_revision: 1, ...more });
    expect((await colleague.post(`${API}/${item.id}/update`, change({}))).status).toBe(403);
    expect((await outsider.post(`${API}/${item.id}/update`, change({}))).status).toBe(403);
    expect((await owner.post(`${API}/${item.id}/update`, change({}))).body).toMatchObject({
      revision: 2,
      description: "new",
    });
    expect((await owner.post(`${API}/${item.id}/update`, change({}))).status).toBe(409);
    expect((await admin.post(`${API}/${item.id}/update`, change({ expect_revision: 2 }))).status).toBe(200);
    expect((await colleague.post(`${API}/${item.id}/tag`, { tag: "gold", version: 1 })).status).toBe(403);
    expect((await owner.post(`${API}/${item.id}/tag`, { tag: "gold", version: 2 })).status).toBe(404);
    expect((await owner.post(`${API}/${item.id}/tag`, { tag: "gold", version: 1 })).body).toMatchObject({
      versions: [{ version: 1, tags: ["gold"] }],
    });
    expect((await owner.post(`${API}/${item.id}/tag`, { tag: "gold", version: null })).body).toMatchObject({
      versions: [{ tags: [] }],
    });
    for (const act of ["index", "cancel_index", "delete"]) {
      expect((await colleague.post(`${API}/${item.id}/${act}`, {})).status, act).toBe(403);
    }
    expect((await owner.post(`${API}/${item.id}/cancel_index`, {})).status).toBe(409);
    expect((await owner.post(`${API}/${item.id}/index`, { note: "n" })).body).toMatchObject({ status: "Waiting" });
    expect((await owner.post(`${API}/${item.id}/index`, {})).status).toBe(409);
    expect((await owner.post(`${API}/${item.id}/delete`, {})).status).toBe(200);
    expect((await owner.get(`${API}/${item.id}/detail`)).status).toBe(404);
    const { items } = await listOperations(running.current.db, `dataset:${item.id}`, { limit: 20 });
    expect(items.map((entry) => entry.op_type).sort()).toEqual(
      [
        "Create_dataset",
        "Delete_dataset",
        "Index_dataset",
        "Publish_version",
        "Tag_dataset",
        "Tag_dataset",
        "Update_dataset",
        "Update_dataset",
      ].sort(),
    );
  });

  it("pins for oneself alone, and shows pinned ones first", async () => {
    const [first, second] = [await create(), await create()];
    expect((await colleague.post(`${API}/${first.id}/pin`, { is_pinned: true })).body).toEqual({ is_pinned: true });
    const { body } = await colleague.get(API);
    expect((body.items as { id: string; is_pinned: boolean }[])[0]).toMatchObject({ id: first.id, is_pinned: true });
    expect(await find(owner, first.id)).toMatchObject({ is_pinned: false });
    expect(await find(colleague, second.id)).toMatchObject({ is_pinned: false });
    expect((await outsider.get(API)).status).toBe(403);
  });
});

describe("health", () => {
  it("tells what changed, what is missing and what cannot be reached", async () => {
    const { storage, folder } = rig.current;
    const lines = (n: number) =>
      Array.from({ length: n }, (_, at) => JSON.stringify({ path: `v/${at}.webm`, text: "t" }));
    const clips = Array.from({ length: 4 }, (_, at) => ({
      name: `v/${at}.webm`,
      bytes: new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0]),
    }));
    const table = (n: number) => ({ name: "rows.jsonl", bytes: new TextEncoder().encode(lines(n).join("\n")) });
    await putFiles(storage, `${folder}health/`, [...clips, table(4)]);
    const item = await create({ uri: rig.current.uriOf("health/") });
    const run = await findLivingRun(running.current.db, item.id);
    expect(await indexToEnd({ ...rig.current, readsMedia: false }, run?.id ?? "")).toBe("published");
    const deps = { ...rig.current, readsMedia: false };
    const health = async () => {
      await checkHealth(deps, item.id);
      return ((await owner.get(`${API}/${item.id}/detail`)).body as { health: object }).health;
    };
    expect(await health()).toMatchObject({ state: "ok", missing_media_share: 0 });
    await putFiles(storage, `${folder}health/`, [table(3)]);
    expect(await health()).toMatchObject({ state: "stale", reason: expect.stringContaining("changed") });
    await storage.deleteObjects(clips.map(({ name }) => `${folder}health/${name}`));
    expect(await health()).toMatchObject({ state: "missing", missing_media_share: 1 });
    const profile = { endpoint: "https://s3.invalid", name: `Gone ${newId()}` };
    await running.current.db.updateTable("storage_profile").set(profile).execute();
    expect(await health()).toMatchObject({ state: "unreachable", reason: expect.stringContaining(profile.name) });
    await running.current.db
      .updateTable("storage_profile")
      .set({ endpoint: null, name: "This console's datasets" })
      .execute();
  });
});
