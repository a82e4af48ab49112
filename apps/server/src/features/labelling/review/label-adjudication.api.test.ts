import type { LabelItemTimeline } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelReviewer, anAdjudicator } from "../../../testing/builders/a-label-reviewer.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;
let ada: Caller;
let mei: Caller;

const FIELDS = [
  { key: "keep", name: "Keep", input: { kind: "field", field: { type: "boolean" } } },
  { key: "sharp", name: "Sharp", input: { kind: "field", field: { type: "boolean" } } },
];
const BOTH = { keep: true, sharp: true };

beforeAll(async () => {
  owner = await aCaller(app.current);
  ada = await aCaller(app.current);
  mei = await aCaller(app.current);
});

const aTaskOfTwo = (items: number, options: object = {}): Promise<string> =>
  aLabelTask(rig.current, owner, { items, overlap: 2, fields: FIELDS, ...options });

/** Labels every item in order. */
const labelAll = async (caller: Caller, taskId: string, labels: readonly object[]): Promise<void> => {
  const labeller = aLabeller(caller, taskId);
  for (const values of labels) expect((await labeller.submit(await labeller.claimOne(), values)).status).toBe(200);
};

const agreements = async (taskId: string): Promise<(number | null)[]> => {
  const rows = await app.current.db
    .selectFrom("label_item")
    .select("agreement")
    .where("task_id", "=", taskId)
    .orderBy("seq")
    .execute();
  return rows.map(({ agreement }) => agreement);
};

const timelineOf = async (taskId: string, item: number): Promise<LabelItemTimeline> =>
  (await owner.get(`/api_v1/label/history/${taskId}/item/${item}`)).body as LabelItemTimeline;

describe("the agreement of an item", () => {
  it("is cleared when a day with one of its labels is reverted", async () => {
    const taskId = await aTaskOfTwo(1);
    await labelAll(ada, taskId, [BOTH]);
    await labelAll(mei, taskId, [{ keep: true, sharp: false }]);
    expect(await agreements(taskId)).toEqual([0.5]);
    const day = app.current.clock.now().toISOString().slice(0, 10);
    const body = { is_preview: false, person: mei.username, day, reason: "wrong guidelines", request_key: newId() };
    expect((await owner.post(`/api_v1/label/history/revert-day/${taskId}`, body)).body).toMatchObject({ reverted: 1 });
    expect(await agreements(taskId)).toEqual([null]);
    expect((await anAdjudicator(owner, taskId).claim()).items).toEqual([]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("is stored with the label that completes it, and cleared or renewed with every change of a label", async () => {
    const taskId = await aTaskOfTwo(1, { reviewShare: 100 });
    await labelAll(ada, taskId, [BOTH]);
    expect(await agreements(taskId)).toEqual([null]);
    const labeller = aLabeller(mei, taskId);
    const { body } = await labeller.submit(await labeller.claimOne(), { keep: true, sharp: false });
    expect(await agreements(taskId)).toEqual([0.5]);
    await labeller.ask("undo", { revision_id: body.revision_id });
    expect(await agreements(taskId)).toEqual([null]);
    await labeller.submit(await labeller.claimOne(), { keep: false, sharp: false });
    expect(await agreements(taskId)).toEqual([0]);
    const reviewer = aLabelReviewer(owner, taskId);
    const reviews = (await reviewer.claim(4)).items;
    const [ofMei, ofAda] = [mei, ada].map(({ username }) => reviews.find(({ person }) => person === username));
    if (!ofMei || !ofAda) throw new Error("a label does not wait for its review");
    expect((await reviewer.fix(ofMei, { keep: true, sharp: false })).status).toBe(200);
    expect(await agreements(taskId)).toEqual([0.5]);
    const first = (await timelineOf(taskId, 1)).revisions.find(
      ({ person, revision }) => person === mei.username && revision === 2,
    );
    await owner.post("/api_v1/label/history/restore", { revision_id: first?.id, reason: "as it was" });
    expect(await agreements(taskId)).toEqual([0]);
    expect((await reviewer.reject(ofAda, "Not sharp.")).status).toBe(200);
    expect(await agreements(taskId)).toEqual([null]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });
});

describe("adjudication", () => {
  it("starts with the lowest agreement, leaves out what agrees, and ends when everything is adjudicated", async () => {
    const taskId = await aTaskOfTwo(4);
    await labelAll(ada, taskId, [BOTH, BOTH, BOTH, BOTH]);
    const half = { keep: true, sharp: false };
    await labelAll(mei, taskId, [half, BOTH, { keep: false, sharp: false }, half]);
    const adjudicator = anAdjudicator(owner, taskId);
    const { items, queue } = await adjudicator.claim(4);
    expect(items.map(({ item, agreement }) => [item, agreement])).toEqual([
      [3, 0],
      [1, 0.5],
      [4, 0.5],
    ]);
    expect(queue).toMatchObject({ state: "working", checks: { adjudications: 3 } });
    const people = items[0]?.answers.map(({ person }) => person);
    expect(people).toEqual([ada.username, mei.username].toSorted());
    for (const item of items) expect((await adjudicator.decide(item, BOTH)).status).toBe(200);
    expect(await adjudicator.claim()).toMatchObject({ items: [], queue: { state: "done" } });
  });

  it("takes only items below the threshold of the task, which may be changed at any time", async () => {
    const taskId = await aTaskOfTwo(3, { adjudicateBelow: 50 });
    const neither = { keep: false, sharp: false };
    await labelAll(ada, taskId, [BOTH, BOTH, BOTH]);
    await labelAll(mei, taskId, [{ keep: true, sharp: false }, neither, BOTH]);
    expect(await agreements(taskId)).toEqual([0.5, 0, 1]);
    const adjudicator = anAdjudicator(owner, taskId);
    const first = await adjudicator.claim(4);
    expect(first.items.map(({ item }) => item)).toEqual([2]);
    expect(first.queue.checks.adjudications).toBe(1);
    const listed = async () => {
      const { body } = await owner.get("/api_v1/label/task/list?tab=review&limit=200");
      return (body.items as { id: string; checks: object }[]).find(({ id }) => id === taskId)?.checks;
    };
    const setBelow = async (below?: number) => {
      const { body } = await owner.get(`/api_v1/label/task/detail/${taskId}`);
      const settings = { name: "threshold", adjudicate_below: below, expect_revision: body.revision };
      return (await owner.post(`/api_v1/label/task/update/${taskId}`, settings)).body.adjudicate_below;
    };
    expect(await setBelow(51)).toBe(51);
    expect(await setBelow()).toBe(51);
    expect(await listed()).toEqual({ reviews: 0, adjudications: 2 });
    expect((await adjudicator.claim(4)).items.map(({ item }) => item)).toEqual([2, 1]);
    expect(await setBelow(0)).toBe(0);
    expect(await listed()).toBeUndefined();
  });

  it("has a threshold of 80 % for texts and segments, and of full agreement otherwise", async () => {
    const guest = await aCaller(app.current, { role: "partner" });
    const below = async (caller: Caller, options: object) => {
      const taskId = await aLabelTask(rig.current, owner, { people: [guest], ...options });
      return (await caller.get(`/api_v1/label/task/detail/${taskId}`)).body.adjudicate_below;
    };
    expect(await below(owner, {})).toBe(80);
    expect(await below(owner, { fields: FIELDS })).toBe(100);
    expect(await below(guest, {})).toBeNull();
  });

  it("stores the answer that counts beside the labels, again and again", async () => {
    const taskId = await aTaskOfTwo(1);
    await labelAll(ada, taskId, [BOTH]);
    await labelAll(mei, taskId, [{ keep: false, sharp: false }]);
    const adjudicator = anAdjudicator(owner, taskId);
    const item = await adjudicator.claimOne();
    const [taken] = item.answers;
    const client_id = newId();
    for (let sent = 0; sent < 2; sent++) {
      const { status } = await adjudicator.decide(item, taken?.values ?? {}, {
        taken_from: taken?.revision_id,
        client_id,
      });
      expect(status).toBe(200);
    }
    await owner.post(`/api_v1/label/task/status/${taskId}`, { action: "close" });
    const [again] = (await adjudicator.claim(1, { item: 1 })).items;
    expect(again).toMatchObject({ adjudicated: { revision: 1, by: owner.username, values: taken?.values } });
    if (!again) throw new Error("an adjudicated item cannot be adjudicated again");
    expect((await adjudicator.decide(again, { keep: true, sharp: false }, { note: "blurred" })).status).toBe(200);
    const kept = await app.current.db
      .selectFrom("label_adjudication")
      .select(["revision", "label_values", "taken_from", "is_current", "note"])
      .where("task_id", "=", taskId)
      .orderBy("revision")
      .execute();
    expect(kept).toMatchObject([
      { revision: 1, label_values: taken?.values, taken_from: taken?.revision_id, is_current: false },
      { revision: 2, label_values: { keep: true, sharp: false }, taken_from: null, is_current: true, note: "blurred" },
    ]);
    const timeline = await timelineOf(taskId, 1);
    expect(timeline.revisions.map(({ revision, is_current }) => [revision, is_current])).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(timeline.events.map(({ event }) => event).slice(-2)).toEqual(["adjudicated", "adjudicated"]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("is refused for values that the form refuses, and for a label of another item", async () => {
    const taskId = await aTaskOfTwo(2);
    await labelAll(ada, taskId, [BOTH, BOTH]);
    await labelAll(mei, taskId, [
      { keep: false, sharp: false },
      { keep: false, sharp: false },
    ]);
    const adjudicator = anAdjudicator(owner, taskId);
    const [one, two] = (await adjudicator.claim(2)).items;
    if (!one || !two) throw new Error("two items wait");
    expect((await adjudicator.decide(one, { keep: "yes" })).status).toBe(422);
    const foreign = two.answers[0]?.revision_id;
    expect((await adjudicator.decide(one, BOTH, { taken_from: foreign })).status).toBe(404);
    expect((await adjudicator.decide(one, BOTH)).status).toBe(200);
    expect((await adjudicator.ask("claim", { task_id: taskId, item: 99 })).status).toBe(404);
  });

  it("gives an item to one person at a time, and to the next when its lease has ended or is released", async () => {
    const taskId = await aTaskOfTwo(1);
    await labelAll(ada, taskId, [BOTH]);
    await labelAll(mei, taskId, [{ keep: false, sharp: false }]);
    const [first, second] = [anAdjudicator(owner, taskId), anAdjudicator(mei, taskId)];
    const gone = await first.claimOne();
    expect(await second.claim()).toMatchObject({ items: [], queue: { state: "waiting" } });
    expect((await second.ask("claim", { task_id: taskId, item: 1 })).status).toBe(409);
    app.current.clock.advance(10 * 60_000 + 1);
    const taken = await second.claimOne();
    expect((await first.decide(gone, BOTH)).status).toBe(409);
    expect((await first.ask("heartbeat", { lease_ids: [gone.lease_id] })).body.lost).toEqual([gone.lease_id]);
    expect((await second.ask("release", { lease_id: taken.lease_id })).status).toBe(200);
    expect((await first.decide(await first.claimOne(), BOTH)).status).toBe(200);
  });
});
