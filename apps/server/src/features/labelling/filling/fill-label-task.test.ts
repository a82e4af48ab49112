import type { LabelTaskDetail } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelTemplate, someDataset } from "../../../testing/builders/a-label-task.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { openRigReplicas, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { fillItems } from "./fill-items.ts";
import { fillLabelTaskActivities } from "./fill-label-task.activities.ts";
import { fillWorkflowId, labellingTaskQueue } from "./fill-label-task.rules.ts";
import { appendItems } from "./label-item.store.ts";

const running = runApp();
const rig = runDataRig(running);
const taskQueue = `test-label-fill-${newId()}`;
const temporal = createTemporal(testConfig().temporal);
const ITEMS = 12_000;
let workflows: TestWorker;
let activities: TestWorker;
let opened: Awaited<ReturnType<typeof openRigReplicas>>;
let ada: Caller;
let datasetId = "";
let templateId = "";

const FIELDS = [
  { key: "caption", name: "Caption", input: { kind: "caption", max_length: 40 } },
  { key: "is_good", name: "Good", input: { kind: "field", field: { type: "boolean" } } },
];

beforeAll(async () => {
  const { log } = captureLog();
  ada = await aCaller(running.current);
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    caption: n % 100 === 99 ? "c".repeat(41) : `clip ${n}`,
    seen: n,
    is_ok: n % 2 === 0,
    duration_s: 2.5,
    fps: 24,
    frames: 60,
    ...(n % 2 === 0 && { object: "clips/a.mp4", media_type: "video/mp4", media_bytes: 10, media_offset: 0 }),
  }));
  ({ datasetId } = await someDataset(rig.current, ada, items));
  templateId = await aLabelTemplate(ada, FIELDS);
  workflows = await runWorker({ taskQueue, activities: {}, log });
  opened = await openRigReplicas(rig.current, running.current);
  activities = await runActivities({
    taskQueue: labellingTaskQueue(taskQueue),
    activities: fillLabelTaskActivities({ ...rig.current.data, replicas: opened.replicas }),
    log,
  });
});
afterAll(async () => {
  await activities?.stop();
  await opened?.close();
  await workflows?.stop();
  await temporal.close();
});

const aView = async (where: string, order_by = ""): Promise<string> => {
  const body = { name: `view ${newId()}`, where, order_by, seed: 5, request_key: newId() };
  return String((await ada.post(`/api_v1/dataset/${datasetId}/view`, body)).body.id);
};

const create = async (source: object, more: object = {}): Promise<string> => {
  const common = { name: "fill", template_id: templateId, template_version: 1, request_key: newId() };
  const { body } = await ada.post("/api_v1/label/task/create", { ...common, source, ...more });
  return String(body.id);
};

const detailOf = async (id: string): Promise<LabelTaskDetail> =>
  (await ada.get(`/api_v1/label/task/detail/${id}`)).body as LabelTaskDetail;

/** Runs the workflow as the outbox would start it. */
const fill = async (id: string, run = 1): Promise<LabelTaskDetail> => {
  const { workflow } = await temporal.client();
  const workflowId = fillWorkflowId(id, run);
  await workflow.execute("fillLabelTask", { taskQueue, workflowId, args: [{ taskId: id, requestId: "r" }] });
  return detailOf(id);
};

const itemsOf = (id: string) =>
  running.current.db
    .selectFrom("label_item")
    .select(["seq", "item_key", "ordinal", "media_type", "duration_us", "fps", "prefill", "overlap"])
    .where("task_id", "=", id)
    .orderBy("seq")
    .execute();
const ordinalsOf = async (id: string): Promise<number[]> => (await itemsOf(id)).map(({ ordinal }) => Number(ordinal));

describe("filling a label task", () => {
  it("reads all items of a view in its order, with what is known of the clip and the prefilled values", async () => {
    const prefill = [
      { field: "caption", column: "caption" },
      { field: "is_good", column: "is_ok" },
    ];
    const source = { kind: "view", view_id: await aView("seen >= 90 and seen < 100", "-seen") };
    const id = await create(source, { prefill, overlap: 2 });
    expect(await detailOf(id)).toMatchObject({ status: "Filling", progress: { items_total: 0 } });
    expect(await fill(id)).toMatchObject({ status: "Open", progress: { items_total: 10, labels_total: 20 } });
    const items = await itemsOf(id);
    expect(items.map(({ item_key }) => item_key)).toEqual(Array.from({ length: 10 }, (_, n) => `key-${99 - n}`));
    // The caption of the first is longer than the field accepts.
    expect(items.slice(0, 2)).toMatchObject([
      { seq: 1, media_type: null, prefill: { is_good: false }, overlap: 2 },
      {
        seq: 2,
        media_type: "video/mp4",
        duration_us: 2_500_000n,
        fps: 24,
        prefill: { caption: "clip 98", is_good: true },
      },
    ]);
  });

  it("takes the score of prefilled values from a column, and leaves out what is no score", async () => {
    const source = { kind: "view", view_id: await aView("seen < 3", "seen") };
    const prefill = [{ field: "caption", column: "caption" }];
    const id = await create(source, { prefill, prefill_score_column: "seen" });
    expect(await fill(id)).toMatchObject({ status: "Open", prefill_score_column: "seen" });
    const { db } = running.current;
    const rows = await db
      .selectFrom("label_item")
      .select("prefill_score")
      .where("task_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(rows.map(({ prefill_score: score }) => score)).toEqual([0, 1, null]);
  });

  it("draws as many items as asked at random by the seed, in order or shuffled, the same each time", async () => {
    const view_id = await aView("");
    const source = { kind: "view", view_id, count: 50 };
    const [drawn, again, shuffled] = [
      await create(source, { seed: 3 }),
      await create(source, { seed: 3 }),
      await create(source, { seed: 3, order: "random" }),
    ];
    for (const id of [drawn, again, shuffled]) await fill(id);
    const ordinals = await ordinalsOf(drawn);
    expect(ordinals).toHaveLength(50);
    expect(ordinals).toEqual(ordinals.toSorted((a, b) => a - b));
    expect(await ordinalsOf(again)).toEqual(ordinals);
    const mixed = await ordinalsOf(shuffled);
    expect(mixed).not.toEqual(ordinals);
    expect(mixed.toSorted((a, b) => a - b)).toEqual(ordinals);
  });

  it("takes listed keys in their order, once each, and counts those that do not exist", async () => {
    const keys = ["key-7", "no such", "key-3", "key-7", 'it\'s "odd"'];
    const id = await create({ kind: "keys", dataset_id: datasetId, keys });
    const detail = await fill(id);
    expect(detail).toMatchObject({ status: "Open", missing_keys: 2, progress: { items_total: 2 } });
    expect(detail.missing_key_examples).toEqual(["no such", 'it\'s "odd"']);
    expect(await ordinalsOf(id)).toEqual([7, 3]);
  });

  it("continues after the items that are there, and adds nothing twice beside another worker", async () => {
    const id = await create({ kind: "view", view_id: await aView("") });
    const { db } = running.current;
    const deps = { ...rig.current.data, replicas: opened.replicas };
    const { signal } = new AbortController();
    const dying = new AbortController();
    let batches = 0;
    const clock = () => {
      batches += 1;
      // As if the worker had been killed after its first batch.
      if (batches === 2) dying.abort(new Error("killed"));
      return rig.current.data.clock();
    };
    await expect(fillItems({ ...deps, clock }, id, dying.signal)).rejects.toThrow("killed");
    const { items_total: kept } = await db
      .selectFrom("label_task")
      .select("items_total")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(ITEMS);
    await Promise.all([fillItems(deps, id, signal), fillItems(deps, id, signal)]);
    expect(await detailOf(id)).toMatchObject({ status: "Open", progress: { items_total: ITEMS } });
    expect(await ordinalsOf(id)).toEqual(Array.from({ length: ITEMS }, (_, n) => n));
    const late = { after: kept, items: [], at: new Date() };
    expect(await appendItems(db, { id, overlap: 1 }, late)).toBe(false);
  });

  it("fails with the reason when there is nothing to label, and can be started again", async () => {
    const id = await create({ kind: "keys", dataset_id: datasetId, keys: ["no such"] });
    expect(await fill(id)).toMatchObject({
      status: "Failed",
      error: "no item of the dataset matches: this task would be empty",
    });
    await running.current.db
      .updateTable("label_task_keys")
      .set({ keys: ["key-1"] })
      .where("task_id", "=", id)
      .execute();
    const started = await ada.post(`/api_v1/label/task/status/${id}`, { action: "start" });
    expect(started.body).toMatchObject({ status: "Filling", error: null });
    expect(await fill(id, 2)).toMatchObject({ status: "Open", progress: { items_total: 1 } });
  });

  it("stops when the task is closed meanwhile", async () => {
    const id = await create({ kind: "view", view_id: await aView("") });
    await ada.post(`/api_v1/label/task/status/${id}`, { action: "close", reason: "wrong view" });
    expect(await fill(id)).toMatchObject({ status: "Closed", progress: { items_total: 0 } });
  });
});

describe("creating a label task", () => {
  it("refuses a prefill that does not fit, unknown people and unknown sources", async () => {
    const source = { kind: "keys", dataset_id: datasetId, keys: ["key-1"] };
    const common = { name: "x", template_id: templateId, template_version: 1, source };
    const post = async (over: object) =>
      (await ada.post("/api_v1/label/task/create", { ...common, request_key: newId(), ...over })).status;
    expect(await post({ prefill: [{ field: "caption", column: "seen" }] })).toBe(422);
    expect(await post({ prefill: [{ field: "none", column: "caption" }] })).toBe(422);
    expect(await post({ prefill: [{ field: "caption", column: "none" }] })).toBe(422);
    const prefill = [{ field: "caption", column: "caption" }];
    for (const prefill_score_column of ["none", "caption"])
      expect(await post({ prefill, prefill_score_column })).toBe(422);
    expect(await post({ prefill_score_column: "seen" })).toBe(422);
    expect(await post({ people: ["nobody-at-all"] })).toBe(422);
    expect(await post({ template_version: 9 })).toBe(404);
    expect(await post({ source: { kind: "view", view_id: newId() } })).toBe(404);
    expect(await post({ source: { ...source, dataset_id: newId() } })).toBe(404);
  });

  it("creates one task for a form that is submitted twice", async () => {
    const request_key = newId();
    const source = { kind: "keys", dataset_id: datasetId, keys: ["key-1"] };
    const [first, second] = [await create(source, { request_key }), await create(source, { request_key })];
    expect(second).toBe(first);
  });
});
