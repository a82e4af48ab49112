import type { LabelEvent, LabelItemTimeline } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  [owner, ada, ben] = [await aCaller(app.current), await aCaller(app.current), await aCaller(app.current)];
});

const eventsOf = async (taskId: string, query = ""): Promise<{ items: LabelEvent[]; next_cursor: string | null }> =>
  (await owner.get(`/api_v1/label/history/${taskId}?${query}`)).body as {
    items: LabelEvent[];
    next_cursor: string | null;
  };
const timelineOf = async (taskId: string, item: number): Promise<LabelItemTimeline> =>
  (await owner.get(`/api_v1/label/history/${taskId}/item/${item}`)).body as LabelItemTimeline;

/** Two people label three items; one of them skips one. */
const aLabelledTask = async (): Promise<string> => {
  const taskId = await aLabelTask(rig.current, owner, { items: 3, overlap: 2 });
  for (const caller of [ada, ben]) {
    const person = aLabeller(caller, taskId);
    for (let n = 0; n < 3; n++) {
      app.current.clock.advance(1_000);
      const item = await person.claimOne();
      app.current.clock.advance(1_000);
      if (caller === ben && n === 1)
        await person.ask("skip", { lease_id: item.lease_id, reason: "cannot_decide", note: "blurred" });
      else await person.submit(item, { caption: `${caller === ada ? "ada" : "ben"} ${item.item}` });
    }
  }
  return taskId;
};

describe("the history of a label task", () => {
  it("is read page by page without gaps or repeats, newest first", async () => {
    const taskId = await aLabelledTask();
    const all = (await eventsOf(taskId, "limit=200")).items;
    const paged: LabelEvent[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: LabelEvent[]; next_cursor: string | null } = await eventsOf(
        taskId,
        `limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      paged.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    for (const item of [1, 2, 3]) {
      const numbers = all.filter((event) => event.item === item).map(({ n }) => n);
      expect(numbers.toReversed()).toEqual(Array.from(numbers, (_, n) => n + 1));
    }
    expect((await owner.get(`/api_v1/label/history/${taskId}?cursor=nonsense`)).status).toBe(422);
    const far = `${"9".repeat(15)}.${"9".repeat(18)}`;
    expect((await eventsOf(taskId, `limit=200&cursor=${far}`)).items).toEqual(all);
  });

  it("is filtered by person, item, event and time", async () => {
    const taskId = await aLabelledTask();
    const skipped = await eventsOf(taskId, "event=skipped");
    expect(skipped.items).toMatchObject([
      {
        person: ben.username,
        by: ben.username,
        item: 2,
        skip_reason: "cannot_decide",
        skip_note: "blurred",
        seconds: 2,
      },
    ]);
    const byAda = await eventsOf(taskId, `person=${ada.username}&event=submitted`);
    expect(byAda.items.map(({ item, seconds }) => [item, seconds])).toEqual([
      [3, 1.5],
      [2, 1.5],
      [1, 1.5],
    ]);
    const at = skipped.items[0]?.at ?? "";
    const later = await eventsOf(taskId, `from=${encodeURIComponent(at)}&item=2`);
    expect(later.items.map(({ event }) => event)).toEqual(["skipped"]);
    const before = await eventsOf(taskId, `to=${encodeURIComponent(at)}&item=2`);
    expect(before.items.map(({ event }) => event)).toEqual(["claimed", "submitted", "claimed"]);
  });

  it("cannot be changed or deleted, not even by the application itself", async () => {
    const taskId = await aLabelledTask();
    const { db } = app.current;
    await expect(db.deleteFrom("label_event").where("task_id", "=", taskId).execute()).rejects.toThrow(
      "only be added to",
    );
    await expect(db.updateTable("label_event").set({ n: 9 }).where("task_id", "=", taskId).execute()).rejects.toThrow(
      "only be added to",
    );
    const change = db.updateTable("label_revision").set({ label_values: "{}" }).where("task_id", "=", taskId);
    await expect(change.execute()).rejects.toThrow("only be added to");
  });
});

describe("restoring a label", () => {
  it("makes a new revision of the earlier values, with who did it, and deletes nothing", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 1, overlap: 2 });
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    const first = await person.submit(item, { caption: "first" });
    await person.ask("undo", { revision_id: first.body.revision_id });
    await person.submit(item, { caption: "second" });
    const restore = (revision_id: unknown) =>
      owner.post("/api_v1/label/history/restore", { revision_id, reason: "the first was better" });
    const restored = await restore(first.body.revision_id);
    expect(restored.body).toMatchObject({
      revision: 3,
      values: { caption: "first" },
      restored_from: 1,
      by: owner.username,
      person: ada.username,
      is_current: true,
    });
    const timeline = await timelineOf(taskId, 1);
    expect(timeline.revisions.map(({ revision, is_current }) => [revision, is_current])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(timeline.events.map(({ event, by }) => [event, by])).toEqual([
      ["claimed", ada.username],
      ["submitted", ada.username],
      ["undone", ada.username],
      ["edited", ada.username],
      ["restored", owner.username],
    ]);
    expect((await restore(restored.body.id)).status).toBe(409);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    const logged = await app.current.db
      .selectFrom("operation")
      .select(["op_type", "reason"])
      .where("op_type", "=", "Restore_label")
      .execute();
    expect(logged).toEqual([{ op_type: "Restore_label", reason: "the first was better" }]);
  });

  it("is refused while its author has undone the label", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 1 });
    const person = aLabeller(ada, taskId);
    const told = await person.submit(await person.claimOne());
    await person.ask("undo", { revision_id: told.body.revision_id });
    const refused = await owner.post("/api_v1/label/history/restore", {
      revision_id: told.body.revision_id,
      reason: "back",
    });
    expect(refused.status).toBe(409);
  });
});

describe("the disagreements in the history of a label task", () => {
  it("are one row for each item whose labels differ, page by page, and known to internal users only", async () => {
    const lea = await aCaller(app.current, { role: "partner" });
    const taskId = await aLabelTask(rig.current, owner, { items: 5, overlap: 2, people: [lea] });
    for (const caller of [ada, lea]) {
      const person = aLabeller(caller, taskId);
      for (let n = 1; n <= 5; n++) {
        const item = await person.claimOne();
        await person.submit(item, { caption: caller === lea && n % 2 === 1 ? "a red car at night" : "a cat" });
      }
    }
    const itemsOf = (page: { items: LabelEvent[] }) =>
      page.items.map(({ item, event, person }) => [item, event, person]);
    const first = await eventsOf(taskId, "disagreement=only&limit=2");
    const second = await eventsOf(taskId, `disagreement=only&limit=2&cursor=${first.next_cursor}`);
    const row = (item: number) => [item, "submitted", lea.username];
    expect([...itemsOf(first), ...itemsOf(second)]).toEqual([row(5), row(3), row(1)]);
    expect(second.next_cursor).toBeNull();
    expect(itemsOf(await eventsOf(taskId, "disagreement=only&item=3"))).toEqual([row(3)]);
    const ask = (caller: Caller, query: string) =>
      caller.get(`/api_v1/label/history/${taskId}?disagreement=only${query}`);
    expect((await ask(owner, "&event=submitted")).status).toBe(422);
    expect((await ask(owner, "&cursor=1.2")).status).toBe(422);
    expect((await ask(lea, "")).status).toBe(403);
  });
});
