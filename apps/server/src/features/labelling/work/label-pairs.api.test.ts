import type { LabelItem, LabelItemTimeline, LabelValues } from "@dailies/contract";
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
let ben: Caller;
let guest: Caller;

beforeAll(async () => {
  [owner, ada, ben] = [await aCaller(app.current), await aCaller(app.current), await aCaller(app.current)];
  guest = await aCaller(app.current, { role: "partner" });
});

const FIELDS = [
  { key: "better", name: "Better", input: { kind: "pairwise" } },
  { key: "why", name: "Why", is_required: false, input: { kind: "caption" } },
];
const aPairTask = (more: object = {}): Promise<string> =>
  aLabelTask(rig.current, owner, { items: 30, fields: FIELDS, isPairwise: true, ...more });

const swappedOf = async (leaseId: string): Promise<boolean> => {
  const lease = app.current.db.selectFrom("label_lease").select("is_swapped").where("id", "=", leaseId);
  return (await lease.executeTakeFirstOrThrow()).is_swapped;
};
const turned = (side: "A" | "B", isSwapped: boolean): "A" | "B" => (isSwapped === (side === "A") ? "B" : "A");

/** The values as they are stored, by the first and the second clip of the item. */
const storedOf = async (taskId: string, item: number): Promise<LabelValues[]> => {
  const { body } = await owner.get(`/api_v1/label/history/${taskId}/item/${item}`);
  return (body as unknown as LabelItemTimeline).revisions.map(({ values }) => values);
};

describe("an item of two clips", () => {
  it("shows them on sides that are drawn once for each person and item, and stay", async () => {
    const taskId = await aPairTask({ overlap: 2 });
    const person = aLabeller(ada, taskId);
    const sides: boolean[] = [];
    for (let n = 0; n < 30; n += 1) {
      const item = await person.claimOne();
      const isSwapped = await swappedOf(item.lease_id);
      expect(item.media?.url).toBe(`/api_v1/label/work/media/${item.lease_id}`);
      expect(item.other_media).toMatchObject({ url: `${item.media?.url}?clip=B`, duration_us: 10_000_000, fps: 24 });
      sides.push(isSwapped);
      await person.ask("release", { lease_id: item.lease_id });
      const again = await person.claimOne();
      expect([again.lease_id, await swappedOf(again.lease_id)]).toEqual([item.lease_id, isSwapped]);
      await person.submit(again, { better: "tie" });
    }
    // All on one side: once in half a billion runs.
    expect(new Set(sides).size).toBe(2);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("keeps answers and drafts by clip, and gives drafts back by side", async () => {
    const taskId = await aPairTask();
    const person = aLabeller(ada, taskId);
    const seen = new Set<boolean>();
    while (seen.size < 2) {
      const item = await person.claimOne();
      const isSwapped = await swappedOf(item.lease_id);
      seen.add(isSwapped);
      const saved_at = app.current.clock.now().toISOString();
      await person.ask("draft", { lease_id: item.lease_id, values: { better: "A", why: "A" }, saved_at });
      expect((await person.claimOne()).draft).toEqual({ better: "A", why: "A" });
      const { draft } = await app.current.db
        .selectFrom("label_lease")
        .select("draft")
        .where("id", "=", item.lease_id)
        .executeTakeFirstOrThrow();
      // The caption is a text, and not a choice between the clips.
      expect(draft).toEqual({ better: turned("A", isSwapped), why: "A" });
      const sent = await person.submit(item, { better: "B" });
      expect(await storedOf(taskId, item.item)).toEqual([{ better: turned("B", isSwapped) }]);
      const undone = await person.ask("undo", { revision_id: sent.body.revision_id });
      expect((undone.body.item as LabelItem).draft).toEqual({ better: "B" });
      await person.submit(item, { better: "both_bad" });
      expect((await storedOf(taskId, item.item)).at(-1)).toEqual({ better: "both_bad" });
    }
  });

  it("refuses what is no choice between two clips", async () => {
    const taskId = await aPairTask();
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    for (const better of ["C", "left", "", null, 1, ["A"]])
      expect((await person.submit(item, { better })).status).toBe(422);
    expect((await person.submit(item, {})).status).toBe(422);
  });

  it("tells an external person neither the keys nor which clip is the first", async () => {
    const taskId = await aPairTask({ people: [guest] });
    const person = aLabeller(guest, taskId);
    for (let n = 0; n < 8; n += 1) {
      const item = await person.claimOne();
      expect([item.item_key, JSON.stringify(item).includes("key-")]).toEqual([null, false]);
      await person.submit(item, { better: "A" });
      const { body } = await guest.get(`/api_v1/label/history/${taskId}/item/${item.item}`);
      expect(body).toMatchObject({ item_key: null, other_key: null, other_ordinal: null, ordinal: null });
      // The side that the person chose, wherever the clip was.
      expect((body as unknown as LabelItemTimeline).revisions.map(({ values }) => values)).toEqual([{ better: "A" }]);
    }
  });
});

describe("second opinions about a pair", () => {
  it("compare by clip, so that people who saw other sides agree", async () => {
    const taskId = await aPairTask({ overlap: 2 });
    for (const caller of [ada, ben]) {
      const person = aLabeller(caller, taskId);
      for (let n = 0; n < 10; n += 1) {
        const item = await person.claimOne();
        const isSwapped = await swappedOf(item.lease_id);
        // Both take the first clip, except of the last pair.
        const better = n === 9 && caller === ben ? turned("B", isSwapped) : turned("A", isSwapped);
        await person.submit(item, { better });
      }
    }
    const items = await app.current.db
      .selectFrom("label_item")
      .select("agreement")
      .where("task_id", "=", taskId)
      .where("seq", "<=", 10)
      .orderBy("seq")
      .execute();
    expect(items.map(({ agreement }) => agreement)).toEqual([...Array.from({ length: 9 }, () => 1), 0]);
    const adjudicator = anAdjudicator(owner, taskId);
    const disputed = await adjudicator.claimOne();
    expect(disputed).toMatchObject({ item: 10, item_key: "key-9", other_key: "key-10" });
    expect(disputed.other_media?.url).toBe(`/api_v1/label/review/media/${taskId}/10?clip=B`);
    expect(disputed.answers.map(({ values }) => values.better).toSorted()).toEqual(["A", "B"]);
  });

  it("show a reviewer the stored answer, and return a rejected label by side", async () => {
    const taskId = await aPairTask({ reviewShare: 100 });
    const person = aLabeller(ada, taskId);
    const reviewer = aLabelReviewer(owner, taskId);
    for (let n = 0; n < 6; n += 1) {
      const item = await person.claimOne();
      const isSwapped = await swappedOf(item.lease_id);
      await person.submit(item, { better: "A" });
      const review = await reviewer.claimOne();
      expect(review.values).toEqual({ better: turned("A", isSwapped) });
      expect((await reviewer.reject(review, "look again")).status).toBe(200);
      const returned = await person.claimOne();
      expect([returned.lease_id, returned.draft]).toEqual([item.lease_id, { better: "A" }]);
      await person.submit(returned, { better: "tie" });
      expect((await reviewer.accept(await reviewer.claimOne())).status).toBe(200);
    }
  });
});

describe("a task of pairs", () => {
  const create = async (source: object, fields: object[] = FIELDS) => {
    const template = await owner.post("/api_v1/label/template/create", {
      name: `pairs ${newId()}`,
      fields,
      request_key: newId(),
    });
    if (template.status !== 200) return template.status;
    const body = { name: "pairs", template_id: template.body.id, template_version: 1, source, request_key: newId() };
    return (await owner.post("/api_v1/label/task/create", body)).status;
  };

  it("needs the key of a second clip for each item, and only a form that compares clips has it", async () => {
    const { dataset_id } = await app.current.db
      .selectFrom("label_task")
      .select("dataset_id")
      .where("id", "=", await aPairTask())
      .executeTakeFirstOrThrow();
    const keys = { kind: "keys", dataset_id, keys: ["a", "b"] };
    expect(await create(keys)).toBe(422);
    expect(await create({ ...keys, other_keys: ["c"] })).toBe(422);
    expect(await create({ ...keys, other_keys: ["c", "b"] })).toBe(422);
    expect(await create({ ...keys, other_keys: ["c", "d"] })).toBe(200);
    const caption = [{ key: "caption", name: "Caption", input: { kind: "caption" } }];
    expect(await create({ ...keys, other_keys: ["c", "d"] }, caption)).toBe(422);
    const segments = { key: "acts", name: "Acts", input: { kind: "segments", classes: ["run"] } };
    expect(await create({ ...keys, other_keys: ["c", "d"] }, [...FIELDS, segments])).toBe(422);
  });

  it("exports files and no columns, because a label belongs to two items", async () => {
    const taskId = await aPairTask();
    const asked = await owner.post(`/api_v1/label/snapshot/create/${taskId}`, {
      name: "pairs",
      answers: "raw",
      request_key: newId(),
    });
    expect([asked.status, asked.body.detail]).toEqual([
      422,
      "labels of pairs belong to two items each: export them as a file",
    ]);
  });
});
