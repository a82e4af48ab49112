import { beforeAll, expect, it } from "vitest";
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
} from "../work/label-lease.store.ts";
import { findGoldItems } from "./find-gold-items.ts";

const app = runApp();
const rig = runDataRig(app);
const { signal } = new AbortController();
const [PEOPLE, STEPS, ITEMS, GOLD] = [20, 12, 60, 30];
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current);
});

const SENT = {
  values: { caption: "a cat" },
  edited: {},
  template_version: 1,
  guidelines_version: 1,
  duration_ms: 1,
  watched_s: 1,
};

/** Labels, undoes, skips, releases, or lets the lease expire. */
const actOn = async (labeller: Labeller, leaseId: string, dice: number): Promise<void> => {
  const { db } = app.current;
  const how = dice === 0 ? "skipped" : "released";
  if (dice < 2) await endLabelLease(db, labeller, { leaseId, how, reason: null, note: null });
  if (dice < 3) return;
  const told = await insertLabel(db, labeller, leaseId, { ...SENT, client_id: newId() });
  if (told.outcome === "ok" && dice === 3) await undoSubmittedLabel(db, labeller, told.revision_id);
};

/** The turns differ from person to person. */
const act = async (taskId: string, userId: string, place: number): Promise<void> => {
  const { db, clock } = app.current;
  const start = clock.now().getTime();
  for (let step = 0; step < STEPS; step++) {
    const labeller = { userId, isExternal: false, at: new Date(start + step * 120_000) };
    const { leases } = await claimLabelLeases(db, labeller, { taskId, count: 1 + ((place + step) % 3) });
    for (const [n, leaseId] of leases.entries()) await actOn(labeller, leaseId, (place * 7 + step * 3 + n) % 8);
    if (step % 4 === place % 4) await sweepLabelLeases(db, labeller.at, 50, null);
  }
};

it("twenty people who label at once get each gold item once, and the counts of data stay right", async () => {
  const { db } = app.current;
  const taskId = await aLabelTask(rig.current, owner, { items: ITEMS, overlap: 3 });
  const add = Array.from({ length: GOLD }, (_, n) => ({ key: `key-${2 * n}`, values: { caption: "a cat" } }));
  await owner.post(`/api_v1/label/gold/${taskId}`, { share: 40, add });
  await findGoldItems(db, taskId, signal);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aCaller(app.current)));
  await Promise.all(people.map(({ id }, place) => act(taskId, id, place)));
  expect(await listLabelFaults(db, taskId)).toEqual([]);
  const given = await db
    .selectFrom("label_gold_item")
    .select(["user_id", "item_seq"])
    .where("task_id", "=", taskId)
    .execute();
  expect(given.length).toBeGreaterThan(PEOPLE);
  const leases = await db
    .selectFrom("label_lease")
    .select(["user_id", "own_number"])
    .where("task_id", "=", taskId)
    .execute();
  // The items of a person are numbered without gaps, gold ones among them.
  for (const own of Map.groupBy(leases, ({ user_id }) => user_id).values())
    expect(own.map(({ own_number }) => own_number ?? 0).toSorted((a, b) => a - b)).toEqual(own.map((_, n) => n + 1));
});
