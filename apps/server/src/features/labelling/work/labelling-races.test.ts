import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import {
  claimLabelLeases,
  endLabelLease,
  insertLabel,
  type Labeller,
  sweepLabelLeases,
  undoSubmittedLabel,
} from "./label-lease.store.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current);
});

const somePeople = (count: number): Promise<Caller[]> =>
  Promise.all(Array.from({ length: count }, () => aCaller(app.current)));

const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
type Random = ReturnType<typeof randomOf>;

const SENT = {
  values: { caption: "a cat" },
  edited: { caption: true },
  template_version: 1,
  guidelines_version: 1,
  duration_ms: 1,
  watched_s: 1,
};

const submit = async (labeller: Labeller, leaseId: string): Promise<string | undefined> => {
  const told = await insertLabel(app.current.db, labeller, leaseId, { ...SENT, client_id: newId() });
  return told.outcome === "ok" ? told.revision_id : undefined;
};

/** Labels, skips, releases, undoes, or lets the lease expire. */
const actOn = async (labeller: Labeller, leaseId: string, random: Random, told: Set<string>): Promise<void> => {
  const { db } = app.current;
  const dice = random(20);
  const how = dice === 0 ? "skipped" : "released";
  if (dice < 3) await endLabelLease(db, labeller, { leaseId, how, reason: null, note: null });
  if (dice < 3 || dice > 13) return;
  const revisionId = await submit(labeller, leaseId);
  if (revisionId === undefined) return;
  if (random(8) > 0) told.add(revisionId);
  else await undoSubmittedLabel(db, labeller, revisionId);
};

const actAtRandom = async (taskId: string, userId: string, random: Random, told: Set<string>): Promise<void> => {
  const start = app.current.clock.now().getTime();
  for (let step = 0; step < 15; step++) {
    const labeller = { userId, isExternal: false, at: new Date(start + step * 45_000) };
    const { leases } = await claimLabelLeases(app.current.db, labeller, { taskId, count: 1 + random(4) });
    for (const leaseId of leases) await actOn(labeller, leaseId, random, told);
    if (random(6) === 0) await sweepLabelLeases(app.current.db, labeller.at, 50, null);
  }
};

describe("thirty people who label at once", () => {
  it("never have an item in more hands than its overlap, and lose no label, whatever they do", async () => {
    const people = await somePeople(30);
    const taskId = await aLabelTask(rig.current, owner, { items: 250, overlap: 3 });
    const told = new Set<string>();
    await Promise.all(people.map(({ id }, index) => actAtRandom(taskId, id, randomOf(index + 1), told)));
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    const kept = await app.current.db
      .selectFrom("label_revision")
      .select("id")
      .where("task_id", "=", taskId)
      .where("is_current", "=", true)
      .execute();
    expect(new Set(kept.map(({ id }) => id))).toEqual(told);
    expect(told.size).toBeGreaterThan(200);
  });

  it("finish a task together: every item gets all its labels, each from another person", async () => {
    const people = await somePeople(30);
    const taskId = await aLabelTask(rig.current, owner, { items: 40, overlap: 2 });
    const labelAll = async ({ id: userId }: Caller): Promise<void> => {
      for (;;) {
        const labeller = { userId, isExternal: false, at: app.current.clock.now() };
        const { leases } = await claimLabelLeases(app.current.db, labeller, { taskId, count: 2 });
        if (leases.length === 0) return;
        for (const leaseId of leases) await submit(labeller, leaseId);
      }
    };
    await Promise.all(people.map(labelAll));
    // Whoever found nothing left while others still held items is done; those others have submitted since.
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    const { body } = await owner.get(`/api_v1/label/task/detail/${taskId}`);
    expect(body.progress).toEqual({ items_total: 40, items_done: 40, labels_done: 80, labels_total: 80 });
  });
});

describe("one person who labels a task with overlap alone", () => {
  it("gets every item once, and then nothing, without searching the items of before again", async () => {
    const ada = await aCaller(app.current);
    const labeller = { userId: ada.id, isExternal: false, at: app.current.clock.now() };
    const taskId = await aLabelTask(rig.current, owner, { items: 30, overlap: 3 });
    const leased = new Set<string>();
    for (let n = 0; n < 30; n++) {
      const { leases } = await claimLabelLeases(app.current.db, labeller, { taskId, count: 1 });
      for (const leaseId of leases) {
        leased.add(leaseId);
        await submit(labeller, leaseId);
      }
    }
    expect(leased.size).toBe(30);
    const { leases } = await claimLabelLeases(app.current.db, labeller, { taskId, count: 1 });
    expect(leases).toEqual([]);
    const { settled_seq } = await app.current.db
      .selectFrom("label_person")
      .select("settled_seq")
      .where("task_id", "=", taskId)
      .executeTakeFirstOrThrow();
    expect(settled_seq).toBe(30);
  });
});
