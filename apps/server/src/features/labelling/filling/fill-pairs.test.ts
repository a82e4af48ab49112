import type { LabelTaskDetail } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTemplate, someDataset } from "../../../testing/builders/a-label-task.ts";
import { openRigReplicas, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { addItems } from "../additions/add-items.ts";
import { type FillDeps, fillItems } from "./fill-items.ts";

const running = runApp();
const rig = runDataRig(running);
const { signal } = new AbortController();
const ITEMS = 12_000;
const FIELDS = [{ key: "better", name: "Better", input: { kind: "pairwise" } }];
let opened: Awaited<ReturnType<typeof openRigReplicas>>;
let deps: FillDeps;
let ada: Caller;
let datasetId = "";
let templateId = "";

/** Each even item is compared with the next one; each tenth names nothing, or an item that does not exist. */
const otherOf = (n: number): string | null => {
  if (n % 20 === 10) return "no such key";
  return n % 10 === 0 ? null : `key-${n + 1}`;
};
const paired = (n: number): boolean => n % 2 === 0 && n % 10 !== 0;

beforeAll(async () => {
  ada = await aCaller(running.current);
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    source: otherOf(n),
    seen: n,
    is_ok: n % 2 === 0,
    duration_s: n + 1,
    fps: 24,
    frames: 60,
    object: "clips/a.mp4",
    media_type: n % 2 === 0 ? "video/mp4" : "video/webm",
    media_bytes: 10,
    media_offset: 0,
  }));
  ({ datasetId } = await someDataset(rig.current, ada, items));
  opened = await openRigReplicas(rig.current, running.current);
  deps = { ...rig.current.data, replicas: opened.replicas };
  templateId = await aLabelTemplate(ada, FIELDS);
});
afterAll(() => opened?.close());

const aView = async (where: string, order_by = ""): Promise<string> => {
  const body = { name: `view ${newId()}`, where, order_by, request_key: newId() };
  return String((await ada.post(`/api_v1/dataset/${datasetId}/view`, body)).body.id);
};
const create = async (source: object, more: object = {}): Promise<string> => {
  const { body } = await ada.post("/api_v1/label/task/create", {
    name: "pairs",
    template_id: templateId,
    template_version: 1,
    source,
    request_key: newId(),
    ...more,
  });
  return String(body.id);
};
const viewSource = async (where: string, more: object = {}) => ({
  kind: "view",
  view_id: await aView(where),
  pair_column: "source",
  ...more,
});
const detailOf = async (id: string): Promise<LabelTaskDetail> =>
  (await ada.get(`/api_v1/label/task/detail/${id}`)).body as LabelTaskDetail;
const pairsOf = async (id: string): Promise<[number, number][]> => {
  const rows = await running.current.db
    .selectFrom("label_item")
    .select(["ordinal", "other_ordinal"])
    .where("task_id", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ ordinal, other_ordinal }) => [Number(ordinal), Number(other_ordinal)]);
};
const even = Array.from({ length: ITEMS }, (_, n) => n).filter(paired);

describe("filling a task of pairs", () => {
  it("takes the clip that a column names, with what is known of it, and counts the items without one", async () => {
    const id = await create(await viewSource("is_ok = true"));
    await fillItems(deps, id, signal);
    const detail = await detailOf(id);
    expect(detail).toMatchObject({ status: "Open", missing_keys: ITEMS / 10, source: { pair_column: "source" } });
    expect(await pairsOf(id)).toEqual(even.map((n) => [n, n + 1]));
    const [first] = await running.current.db
      .selectFrom("label_item")
      .selectAll()
      .where("task_id", "=", id)
      .where("seq", "=", 1)
      .execute();
    expect(first).toMatchObject({
      item_key: "key-2",
      media_type: "video/mp4",
      duration_us: 3_000_000n,
      other_key: "key-3",
      other_media_type: "video/webm",
      other_duration_us: 4_000_000n,
      other_fps: 24,
      other_frames: 60,
    });
  });

  it("continues after the pairs that are there, and adds none twice", async () => {
    const id = await create(await viewSource("is_ok = true"), { order: "random", seed: 3 });
    const dying = new AbortController();
    let batches = 0;
    const clock = () => {
      batches += 1;
      // As if the worker had been killed after its first batch.
      if (batches === 2) dying.abort(new Error("killed"));
      return rig.current.data.clock();
    };
    const whole = await create(await viewSource("is_ok = true"), { order: "random", seed: 3 });
    await fillItems(deps, whole, signal);
    await fillItems({ ...deps, clock }, id, dying.signal).catch(() => undefined);
    await Promise.all([fillItems(deps, id, signal), fillItems(deps, id, signal)]);
    const pairs = await pairsOf(id);
    expect(pairs).toEqual(await pairsOf(whole));
    expect(pairs).not.toEqual(even.map((n) => [n, n + 1]));
    expect(pairs.toSorted(([a], [b]) => a - b)).toEqual(even.map((n) => [n, n + 1]));
  });

  it("draws as many pairs as asked, because items without a second clip are not drawn", async () => {
    const id = await create(await viewSource("is_ok = true", { count: 40 }), { seed: 5 });
    await fillItems(deps, id, signal);
    const pairs = await pairsOf(id);
    expect(pairs).toHaveLength(40);
    expect(pairs.every(([n, other]) => paired(n) && other === n + 1)).toBe(true);
  });

  it("takes listed pairs in their order, once each; a clip may be in several", async () => {
    const keys = ["key-5", "key-5", "key-1", "key-5", "none", "key-7"];
    const other_keys = ["key-6", "key-9", "key-2", "key-6", "key-3", "gone"];
    const id = await create({ kind: "keys", dataset_id: datasetId, keys, other_keys });
    await fillItems(deps, id, signal);
    expect(await pairsOf(id)).toEqual([
      [5, 6],
      [5, 9],
      [1, 2],
    ]);
    expect(await detailOf(id)).toMatchObject({ missing_keys: 2, missing_key_examples: ["none", "gone"] });
  });

  it("refuses a column that has no keys", async () => {
    const view_id = await aView("is_ok = true");
    const common = { name: "x", template_id: templateId, template_version: 1 };
    for (const pair_column of ["seen", "nothing", null]) {
      const source = { kind: "view", view_id, pair_column };
      const { status } = await ada.post("/api_v1/label/task/create", { ...common, source, request_key: newId() });
      expect([pair_column, status]).toEqual([pair_column, 422]);
    }
  });
});

describe("adding pairs to a task", () => {
  it("leaves out those that it has, but not another pair of the same clip", async () => {
    const keys = ["key-1", "key-2"];
    const id = await create({ kind: "keys", dataset_id: datasetId, keys, other_keys: ["key-2", "key-3"] });
    await fillItems(deps, id, signal);
    const more = { kind: "keys", keys: ["key-1", "key-1", "key-2"], other_keys: ["key-2", "key-3", "key-1"] };
    const add = (source: object) => ada.post(`/api_v1/label/task/add-items/${id}`, { source, request_key: newId() });
    expect((await add({ kind: "keys", keys: ["key-4"] })).status).toBe(422);
    expect((await add(more)).status).toBe(200);
    await addItems(deps, id, signal);
    expect(await pairsOf(id)).toEqual([
      [1, 2],
      [2, 3],
      [1, 3],
      [2, 1],
    ]);
    expect((await detailOf(id)).addition).toMatchObject({ status: "Finished", added: 2, duplicates: 1 });
    expect((await add(await viewSource("seen < 8", { count: undefined }))).status).toBe(200);
    await addItems(deps, id, signal);
    expect((await pairsOf(id)).slice(4)).toEqual([
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
      [7, 8],
    ]);
  });
});

describe("a task of the disagreements about pairs", () => {
  it("has both clips of each item, and its form compares them too", async () => {
    const ben = await aCaller(running.current);
    const keys = { keys: ["key-1", "key-3"], other_keys: ["key-2", "key-4"] };
    const id = await create({ kind: "keys", dataset_id: datasetId, ...keys }, { overlap: 2 });
    await fillItems(deps, id, signal);
    for (const [caller, better] of [
      [ada, "tie"],
      [ben, "both_bad"],
    ] as const) {
      const person = aLabeller(caller, id);
      await person.submit(await person.claimOne(), { better });
    }
    const source = { kind: "disagreements", task_id: id };
    const copied = await create(source);
    await fillItems(deps, copied, signal);
    expect(await pairsOf(copied)).toEqual([[1, 2]]);
    const single = await ada.post("/api_v1/label/task/create", {
      name: "single",
      template_id: await aLabelTemplate(ada),
      template_version: 1,
      source,
      request_key: newId(),
    });
    expect(single.status).toBe(422);
  });
});
