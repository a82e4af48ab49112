import { type LabelGold, type LabelItem, type LabelReportState, labelStarter } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anAdjudicator } from "../../../testing/builders/a-label-reviewer.ts";
import { aLabeller, aLabelTask, type LabelTaskOptions } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listLabelsAt } from "../exports/labels-at.store.ts";
import { measureReport } from "../report/measure-report.ts";
import { findGoldItems } from "./find-gold-items.ts";

const app = runApp();
const rig = runDataRig(app);
const { signal } = new AbortController();
let owner: Caller;
let ada: Caller;
let guest: Caller;

const { fields: FIELDS } = labelStarter("keep_or_drop");
const KEEP = { decision: "keep" };

beforeAll(async () => {
  owner = await aCaller(app.current);
  ada = await aCaller(app.current);
  guest = await aCaller(app.current, { role: "partner" });
});

const update = (taskId: string, body: object, by = owner) => by.post(`/api_v1/label/gold/${taskId}`, body);
const goldOf = async (taskId: string): Promise<LabelGold> =>
  (await owner.get(`/api_v1/label/gold/${taskId}`)).body as LabelGold;

/** A task whose last items are gold, with the answer "keep". */
const aGoldTask = async (gold: number, options: LabelTaskOptions & { items: number; share?: number }) => {
  const { share = 50, ...more } = options;
  const taskId = await aLabelTask(rig.current, owner, { fields: FIELDS, people: [guest], ...more });
  const add = Array.from({ length: gold }, (_, n) => ({ key: `key-${options.items - 1 - n}`, values: KEEP }));
  expect((await update(taskId, { share, add })).status).toBe(200);
  await findGoldItems(app.current.db, taskId, signal);
  return taskId;
};

/** Labels until nothing is left, or as often as asked. */
const labelOn = async (
  caller: Caller,
  taskId: string,
  values: (item: LabelItem) => object = () => KEEP,
  most = 100,
) => {
  const labeller = aLabeller(caller, taskId);
  const items: LabelItem[] = [];
  for (let n = 0; n < most; n++) {
    const [item] = (await labeller.claim(1)).items;
    if (!item) break;
    expect((await labeller.submit(item, values(item))).status).toBe(200);
    items.push(item);
  }
  return items;
};

const goldLabels = async (taskId: string) =>
  app.current.db.selectFrom("label_gold_item").select(["user_id", "item_seq"]).where("task_id", "=", taskId).execute();

describe("gold items", () => {
  it("are found by their keys in the background, validated against the form, and removed", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 5, fields: FIELDS });
    const wrong = [
      { key: "key-1", values: { decision: "perhaps" } },
      { key: "key-2", values: { colour: "red" } },
      { key: "key-3", values: {} },
    ];
    const refused = await update(taskId, { add: wrong });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain("the template has no such field");
    const add = [
      { key: "key-1", values: KEEP },
      { key: "no such", values: KEEP },
      { key: "key-1", values: { decision: "drop" } },
    ];
    expect((await update(taskId, { share: 10, add })).body).toMatchObject({
      share: 10,
      items: [
        { key: "key-1", state: "waiting", item: null },
        { key: "no such", state: "waiting" },
      ],
    });
    await findGoldItems(app.current.db, taskId, signal);
    expect((await goldOf(taskId)).items).toMatchObject([
      { key: "key-1", state: "ready", item: 2, values: { decision: "drop" } },
      { key: "no such", state: "missing", item: null },
    ]);
    const removed = await update(taskId, { remove: ["no such"], add: [{ key: "key-1", values: KEEP }] });
    expect(removed.body).toMatchObject({ share: 10, items: [{ key: "key-1", state: "ready", values: KEEP }] });
  });

  it("have the prefilled values and the score of the item that they are a copy of", async () => {
    const taskId = await aGoldTask(10, { items: 30, item: () => ({ prefill: { decision: "drop" } }) });
    await app.current.db.updateTable("label_item").set({ prefill_score: 0.5 }).where("task_id", "=", taskId).execute();
    const items = await labelOn(guest, taskId, () => KEEP);
    expect((await goldLabels(taskId)).length).toBeGreaterThan(0);
    for (const item of items) expect(item).toMatchObject({ prefill: { decision: "drop" }, prefill_score: 0.5 });
  });

  it("are seen by the owner alone", async () => {
    const taskId = await aGoldTask(1, { items: 2 });
    for (const caller of [ada, guest]) {
      expect((await caller.get(`/api_v1/label/gold/${taskId}`)).status).toBe(403);
      expect((await update(taskId, { share: 0 }, caller)).status).toBe(403);
      expect((await caller.post(`/api_v1/label/gold/mark/${taskId}`, { item: 1 })).status).toBe(403);
      expect((await aLabeller(caller, taskId).detail()).gold_share).toBeNull();
    }
    expect((await aLabeller(owner, taskId).detail()).gold_share).toBe(50);
    expect((await owner.get(`/api_v1/label/gold/${newId()}`)).status).toBe(404);
  });

  it("are given by the share, each once for each person, beyond the overlap, and are no data", async () => {
    const taskId = await aGoldTask(20, { items: 60, overlap: 1 });
    const ofGuest = await labelOn(guest, taskId, () => KEEP, 60);
    const ofAda = await labelOn(ada, taskId);
    ofGuest.push(...(await labelOn(guest, taskId)));
    const given = await goldLabels(taskId);
    const perPerson = [guest, ada].map(({ id }) => given.filter(({ user_id }) => user_id === id).length);
    expect(Math.min(...perPerson)).toBeGreaterThan(5);
    expect(new Set(given.map(({ user_id, item_seq }) => `${user_id}/${item_seq}`)).size).toBe(given.length);
    expect(ofGuest.length + ofAda.length).toBe(60 + given.length);
    const { progress, people } = await aLabeller(owner, taskId).detail();
    expect(progress).toEqual({ items_total: 60, items_done: 60, labels_done: 60, labels_total: 60 });
    expect(people.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(60);
    const exported = await listLabelsAt(app.current.db, taskId, {
      at: app.current.clock.now(),
      after: { seq: 0, user_id: "00000000-0000-0000-0000-000000000000" },
      limit: 1_000,
    });
    expect(exported).toHaveLength(60);
    const { body: history } = await owner.get(`/api_v1/label/history/${taskId}?event=submitted&limit=200`);
    expect(history.items).toHaveLength(60);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("look like any other item to an external person, by every call", async () => {
    const taskId = await aGoldTask(20, { items: 60, overlap: 2 });
    const labeller = aLabeller(guest, taskId);
    const seen: { item: number; done: number; mine: number }[] = [];
    const shapes = new Set<string>();
    for (let n = 0; n < 25; n++) {
      const item = await labeller.claimOne();
      shapes.add(Object.keys(item).join());
      await labeller.submit(item, KEEP);
      const { progress, mine } = await labeller.detail();
      seen.push({ item: item.item, done: progress.labels_done, mine: mine.submitted });
    }
    expect((await goldLabels(taskId)).length).toBeGreaterThan(3);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => ({ item: n + 1, done: n + 1, mine: n + 1 })));
    expect(shapes.size).toBe(1);
    const { body: history } = await guest.get(`/api_v1/label/history/${taskId}?limit=200&event=submitted`);
    const events = history.items as { item: number; n: number }[];
    expect(events.map(({ item, n }) => [item, n])).toEqual(Array.from({ length: 25 }, (_, n) => [25 - n, 2]));
    const timelines = new Set<string>();
    for (let item = 1; item <= 25; item++) {
      const { body } = await guest.get(`/api_v1/label/history/${taskId}/item/${item}`);
      const { overlap, done, leased } = body;
      const counted = (body.events as { item: number; n: number }[]).map(({ n }) => n).join();
      timelines.add(JSON.stringify([Object.keys(body), overlap, done, leased, counted]));
      expect(body.item).toBe(item);
    }
    expect([...timelines]).toHaveLength(1);
    expect((await guest.get(`/api_v1/label/history/${taskId}?item=3`)).body.items).toHaveLength(2);
    expect((await guest.get(`/api_v1/label/history/${taskId}/item/27`)).status).toBe(404);
  });

  it("can be skipped, released and undone, and nobody else gets them", async () => {
    const taskId = await aGoldTask(10, { items: 12 });
    const labeller = aLabeller(guest, taskId);
    for (let n = 0; n < 8; n++) {
      const item = await labeller.claimOne();
      if (n % 3 === 0) await labeller.ask("release", { lease_id: item.lease_id });
      else if (n % 3 === 1) await labeller.ask("skip", { lease_id: item.lease_id, reason: "other" });
      else {
        const { body } = await labeller.submit(item, KEEP);
        await labeller.ask("undo", { revision_id: body.revision_id });
      }
    }
    await labelOn(ada, taskId);
    await labelOn(guest, taskId);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    const rows = await goldLabels(taskId);
    expect(new Set(rows.map(({ user_id, item_seq }) => `${user_id}/${item_seq}`)).size).toBe(rows.length);
    expect((await aLabeller(owner, taskId).detail()).progress.labels_done).toBe(12);
  });

  it("are made of an adjudicated item by one call, and not of an item without an answer that counts", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, fields: FIELDS });
    await labelOn(ada, taskId);
    await labelOn(owner, taskId, () => ({ decision: "drop", reason: "watermark" }));
    const mark = (item: number) => owner.post(`/api_v1/label/gold/mark/${taskId}`, { item });
    expect((await mark(1)).status).toBe(409);
    expect((await mark(9)).status).toBe(404);
    const adjudicator = anAdjudicator(owner, taskId);
    const item = await adjudicator.claimOne();
    await adjudicator.decide(item, KEEP);
    expect((await mark(item.item)).body.items).toMatchObject([{ item: item.item, state: "ready", values: KEEP }]);
  });
});

it("the report tells the owner, and nobody else, how many gold items each person answered right", async () => {
  const taskId = await aGoldTask(30, { items: 100 });
  await labelOn(guest, taskId, ({ item }) => (item % 4 === 0 ? { decision: "drop", reason: "other" } : KEEP), 90);
  const { db, clock } = app.current;
  await owner.post(`/api_v1/label/report/${taskId}`, {});
  await measureReport({ db, clock: clock.now }, { taskId, run: 1 }, signal);
  const goldFor = async (caller: Caller) => {
    const { report } = (await caller.get(`/api_v1/label/report/${taskId}`)).body as LabelReportState;
    return report?.people.find(({ person }) => person === guest.username)?.gold;
  };
  const given = (await goldLabels(taskId)).length;
  const [decision, ...others] = (await goldFor(owner)) ?? [];
  expect([decision?.field, decision?.items, others]).toEqual(["decision", given, []]);
  expect(given).toBeGreaterThanOrEqual(20);
  expect(decision?.accuracy?.value).toBeGreaterThan(0.4);
  expect(decision?.accuracy?.value).toBeLessThan(1);
  expect(await goldFor(ada)).toEqual([]);
});
