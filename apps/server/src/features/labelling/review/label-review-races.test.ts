import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { claimLabels } from "../work/claim-labels.ts";
import { submitLabel } from "../work/submit-label.ts";
import { claimAdjudications, decideAdjudication } from "./adjudicate-item.ts";
import { claimReviews, decideReview } from "./review-label.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current);
});

const somePeople = (count: number): Promise<Caller[]> =>
  Promise.all(Array.from({ length: count }, () => aCaller(app.current)));

const SENT = { guidelines_version: 1, duration_ms: 1, watched_s: 1 };
const at = (): Date => app.current.clock.now();

/** Labels until nothing is left; labels that came back are labelled again. Returns how many came back. */
const labelAll = async (taskId: string, { id: userId }: Caller): Promise<number> => {
  let returned = 0;
  for (let idle = 0; idle < 3; ) {
    const labeller = { userId, isExternal: false, at: at() };
    const { items } = await claimLabels(app.current.db, labeller, { taskId, count: 2 });
    if (items.length === 0) idle += 1;
    for (const item of items) {
      returned += Number(item.returned !== null);
      const values = { caption: `by ${userId.slice(-4)}` };
      await submitLabel(app.current.db, labeller, { lease_id: item.lease_id, client_id: newId(), values, ...SENT });
    }
  }
  return returned;
};

/** Reviews until nothing is left, and rejects the first revisions of every third item. Notes each decision. */
const reviewAll = async (taskId: string, { id: userId, username }: Caller, decided: string[]): Promise<void> => {
  for (let idle = 0; idle < 5; ) {
    const reviewer = { userId, at: at() };
    const { items } = await claimReviews(app.current.db, reviewer, { taskId, count: 2 });
    if (items.length === 0) idle += 1;
    for (const { lease_id, item, person, revision } of items) {
      expect(person).not.toBe(username);
      const decision = { lease_id, client_id: newId(), revision };
      if (item % 3 === 0 && revision === 1) {
        await decideReview(app.current.db, reviewer, { ...decision, verdict: "reject", note: "Look again." });
      } else await decideReview(app.current.db, reviewer, { ...decision, verdict: "accept" });
      decided.push(`${item} ${person} ${revision}`);
    }
  }
};

const finish = async (taskId: string, people: readonly Caller[], reviewers: readonly Caller[], decided: string[]) => {
  const work = people.map((person) => labelAll(taskId, person));
  const reviews = reviewers.map((reviewer) => reviewAll(taskId, reviewer, decided));
  const [returned] = await Promise.all([Promise.all(work), Promise.all(reviews)]);
  return returned.reduce((sum, each) => sum + each, 0);
};

describe("twenty labellers and twenty reviewers at once", () => {
  it("review each label once, never their own, and never exceed the overlap", async () => {
    const people = await somePeople(20);
    const reviewers = [...people.slice(0, 10), ...(await somePeople(10))];
    const taskId = await aLabelTask(rig.current, owner, { items: 45, overlap: 3, reviewShare: 100 });
    const decided: string[] = [];
    let returned = 0;
    // People who found nothing left for a moment come back until everything is labelled and reviewed.
    for (let round = 0; round < 6; round++) returned += await finish(taskId, people, reviewers, decided);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    expect(new Set(decided).size).toBe(decided.length);
    // 45 × 3 labels; the labels of 15 items were returned once each and reviewed again.
    expect([decided.length, returned]).toEqual([45 * 3 + 15 * 3, 15 * 3]);
    const { body } = await owner.get(`/api_v1/label/task/detail/${taskId}`);
    expect(body.progress).toEqual({ items_total: 45, items_done: 45, labels_done: 135, labels_total: 135 });
    const open = await app.current.db
      .selectFrom("label_item")
      .select("seq")
      .where("task_id", "=", taskId)
      .where((eb) => eb.or([eb("agreement", "is", null), eb("agreement", "=", 1)]))
      .execute();
    expect(open).toEqual([]);
  }, 120_000);

  it("adjudicate each item once", async () => {
    const people = await somePeople(20);
    const taskId = await aLabelTask(rig.current, owner, { items: 60, overlap: 2 });
    await Promise.all(people.map((person) => labelAll(taskId, person)));
    const adjudicated: number[] = [];
    const settleAll = async ({ id: userId }: Caller): Promise<void> => {
      for (let idle = 0; idle < 3; ) {
        const reviewer = { userId, at: at() };
        const { items } = await claimAdjudications(app.current.db, reviewer, { taskId, count: 2, item: null });
        if (items.length === 0) idle += 1;
        for (const { lease_id, item, answers } of items) {
          const values = answers[0]?.values ?? {};
          const body = { lease_id, client_id: newId(), values, taken_from: null, note: "", duration_ms: 1 };
          await decideAdjudication(app.current.db, reviewer, body);
          adjudicated.push(item);
        }
      }
    };
    await Promise.all(people.map(settleAll));
    expect(adjudicated.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  }, 120_000);
});
