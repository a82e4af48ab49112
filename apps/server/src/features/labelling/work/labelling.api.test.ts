import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { sweepLabelLeases } from "./label-lease.store.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  [owner, ada, ben] = [await aCaller(app.current), await aCaller(app.current), await aCaller(app.current)];
});

const expectSound = async (taskId: string): Promise<void> =>
  expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);

const statusTo = (taskId: string, action: string) =>
  owner.post(`/api_v1/label/task/status/${taskId}`, { action, reason: "test" });

describe("claiming", () => {
  it("gives items in order, at most four, and the same ones again until they are submitted", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 6 });
    const person = aLabeller(ada, taskId);
    const first = await person.claim(3);
    expect(first.items.map(({ item }) => item)).toEqual([1, 2, 3]);
    expect(first.queue).toMatchObject({ state: "working", guidelines_version: 1 });
    const again = await person.claim(4);
    expect(again.items.map(({ item }) => item)).toEqual([1, 2, 3, 4]);
    expect(again.items.slice(0, 3).map(({ lease_id }) => lease_id)).toEqual(
      first.items.map(({ lease_id }) => lease_id),
    );
    const others = await aLabeller(ben, taskId).claim(4);
    expect(others.items.map(({ item }) => item)).toEqual([5, 6]);
    await expectSound(taskId);
  });

  it("tells those who find nothing whether all is done or others still hold items, and until when", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 1 });
    const [a, b] = [aLabeller(ada, taskId), aLabeller(ben, taskId)];
    const item = await a.claimOne();
    expect((await b.claim()).queue).toMatchObject({
      state: "waiting",
      leased_by_others: 1,
      next_free_at: item.lease_until,
    });
    await a.submit(item);
    expect((await b.claim()).queue).toMatchObject({ state: "done", leased_by_others: 0, next_free_at: null });
  });

  it("gives items to others when their lease has expired, also before the sweep", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 1, leaseMinutes: 1 });
    await aLabeller(ada, taskId).claimOne();
    app.current.clock.advance(61_000);
    expect((await aLabeller(ben, taskId).claim()).items).toHaveLength(1);
    await expectSound(taskId);
  });

  it("is refused before the task is open, and gives nothing new while it is paused or after it was closed", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 3 });
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    expect((await statusTo(taskId, "pause")).status).toBe(200);
    const paused = await person.claim(2);
    expect([paused.items.map(({ lease_id }) => lease_id), paused.queue.state]).toEqual([[item.lease_id], "paused"]);
    expect((await person.submit(item)).status).toBe(200);
    await statusTo(taskId, "resume");
    const next = await person.claimOne();
    await statusTo(taskId, "close");
    expect((await person.submit(next, { caption: "late" })).status).toBe(409);
    expect((await person.claim()).queue.state).toBe("closed");
    const lease = await app.current.db
      .selectFrom("label_lease")
      .select("draft")
      .where("id", "=", next.lease_id)
      .execute();
    expect(lease).toEqual([{ draft: { caption: "late" } }]);
    expect((await statusTo(taskId, "pause")).status).toBe(409);
    expect((await statusTo(taskId, "start")).status).toBe(409);
  });
});

describe("a lease", () => {
  it("is kept by its heartbeat, and named as lost afterwards", async () => {
    const taskId = await aLabelTask(rig.current, owner, { leaseMinutes: 2 });
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    app.current.clock.advance(100_000);
    const kept = await person.ask("heartbeat", { lease_ids: [item.lease_id] });
    const until = new Date(app.current.clock.now().getTime() + 120_000).toISOString();
    expect(kept.body).toEqual({ kept: [{ lease_id: item.lease_id, lease_until: until }], lost: [] });
    app.current.clock.advance(121_000);
    await aLabeller(ben, taskId).claim(4);
    const lost = await person.ask("heartbeat", { lease_ids: [item.lease_id] });
    expect(lost.body).toEqual({ kept: [], lost: [item.lease_id] });
  });

  it("that is lost refuses the label with 409, keeps its values as the draft, and comes back with it", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, leaseMinutes: 1 });
    const [a, b] = [aLabeller(ada, taskId), aLabeller(ben, taskId)];
    const item = await a.claimOne();
    const saved_at = app.current.clock.now().toISOString();
    await a.ask("draft", { lease_id: item.lease_id, values: { caption: "begun" }, saved_at });
    app.current.clock.advance(61_000);
    // Nobody needs the item while it has a free place, so the sweep ends the lease.
    expect((await b.claim(2)).items).toHaveLength(2);
    await sweepLabelLeases(app.current.db, app.current.clock.now(), 10, taskId);
    const refused = await a.submit(item, { caption: "finished" });
    expect(refused).toMatchObject({ status: 409 });
    expect(String(refused.body.detail)).toContain("your draft is kept");
    const draftAfter = await a.ask("draft", {
      lease_id: item.lease_id,
      values: { caption: "finished, even later" },
      saved_at: new Date(app.current.clock.now().getTime() + 5).toISOString(),
    });
    expect(draftAfter.status).toBe(200);
    const back = await a.claimOne();
    expect(back).toMatchObject({ lease_id: item.lease_id, draft: { caption: "finished, even later" } });
    await expectSound(taskId);
  });

  it("can be released with its draft, and skipped for good with a reason", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2 });
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    await person.ask("draft", {
      lease_id: item.lease_id,
      values: { caption: "half" },
      saved_at: app.current.clock.now().toISOString(),
    });
    expect((await person.ask("release", { lease_id: item.lease_id })).status).toBe(200);
    const again = await person.claimOne();
    expect(again).toMatchObject({ item: 1, draft: { caption: "half" } });
    const skipped = await person.ask("skip", { lease_id: again.lease_id, reason: "broken_media", note: "black" });
    expect(skipped.body).toMatchObject({ next: { item: 2 }, queue: { mine: { skipped: 1 } } });
    expect((await person.submit(again)).status).toBe(409);
    expect((await person.claim(4)).items.map(({ item: n }) => n)).toEqual([2]);
    expect((await aLabeller(ben, taskId).claimOne()).item).toBe(1);
    await expectSound(taskId);
  });

  it("of somebody else is not found", async () => {
    const taskId = await aLabelTask(rig.current, owner);
    const item = await aLabeller(ada, taskId).claimOne();
    const thief = aLabeller(ben, taskId);
    expect((await thief.submit(item)).status).toBe(404);
    const { lease_id } = item;
    expect((await thief.ask("release", { lease_id })).status).toBe(404);
    expect((await thief.ask("skip", { lease_id, reason: "other" })).status).toBe(404);
    const saved_at = app.current.clock.now().toISOString();
    expect((await thief.ask("draft", { lease_id, values: {}, saved_at })).status).toBe(404);
    expect((await ben.get(`/api_v1/label/work/media/${item.lease_id}`)).status).toBe(404);
  });
});

describe("submitting", () => {
  it("twice with the same id counts once and replies the same", async () => {
    const taskId = await aLabelTask(rig.current, owner);
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    const client_id = newId();
    const first = await person.submit(item, { caption: "once" }, { client_id });
    const second = await person.submit(item, { caption: "once" }, { client_id });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.revision_id).toBe(first.body.revision_id);
    expect((await person.detail()).progress).toMatchObject({ items_done: 1, labels_done: 1 });
    expect((await person.submit(item, { caption: "other" })).status).toBe(409);
    const next = await person.claimOne();
    expect((await person.submit(next, { caption: "x" }, { client_id })).status).toBe(409);
    await expectSound(taskId);
  });

  it("checks the values against the template version of the task, and keeps nothing of a refused label", async () => {
    const fields = [
      { key: "keep", name: "Keep", input: { kind: "field", field: { type: "boolean" } } },
      {
        key: "why",
        name: "Why",
        shown_when: { key: "keep", value: false },
        input: { kind: "field", field: { type: "text", max_length: 10 } },
      },
      { key: "acts", name: "Acts", input: { kind: "segments", classes: ["run"] } },
    ];
    const taskId = await aLabelTask(rig.current, owner, { fields });
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    const late = { start_us: 1, end_us: 10_000_001, class: "run", start_frame: 0, end_frame: 240 };
    const refused = await person.submit(item, { keep: false, acts: [late] });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        detail: [
          { msg: "please fill in this field", loc: "values.why" },
          { msg: "a segment must not end after the clip", loc: "values.acts.0" },
        ],
      },
    });
    expect((await person.submit(item, { keep: true, acts: [] }, { guidelines_version: 2 })).status).toBe(422);
    const segment = { ...late, end_us: 10_000_000 };
    expect((await person.submit(item, { keep: true, why: "hidden", acts: [segment] })).status).toBe(200);
    const { body } = await owner.get(`/api_v1/label/history/${taskId}/item/1`);
    expect(body.revisions).toMatchObject([{ values: { keep: true, acts: [segment] }, revision: 1, is_current: true }]);
    await expectSound(taskId);
  });

  it("tells prefilled values that were kept from those that were edited", async () => {
    const taskId = await aLabelTask(rig.current, owner, { item: (n) => ({ prefill: { caption: `clip ${n}` } }) });
    const person = aLabeller(ada, taskId);
    const first = await person.claimOne();
    expect(first.prefill).toEqual({ caption: "clip 0" });
    await person.submit(first, { caption: "clip 0" });
    await person.submit(await person.claimOne(), { caption: "clip 1, but better" });
    const edits = await app.current.db
      .selectFrom("label_revision")
      .select(["seq", "edited"])
      .where("task_id", "=", taskId)
      .orderBy("seq")
      .execute();
    expect(edits.map(({ edited }) => edited)).toEqual([{ caption: false }, { caption: true }]);
    const detail = await person.detail();
    expect(detail.mine).toMatchObject({ submitted: 2, prefill_kept: 1, prefill_total: 2, seconds: 3 });
    expect(detail.people).toMatchObject([{ username: ada.username, submitted: 2, is_asked: false }]);
  });

  it("can be undone for half a minute: the item comes back with its values, and the next label is an edit", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2 });
    const person = aLabeller(ada, taskId);
    const item = await person.claimOne();
    const { body } = await person.submit(item, { caption: "a dog" });
    await person.claim(4);
    const undone = await person.ask("undo", { revision_id: body.revision_id });
    expect(undone.body.item).toMatchObject({ lease_id: item.lease_id, draft: { caption: "a dog" } });
    expect((await person.detail()).progress).toMatchObject({ items_done: 0, labels_done: 0 });
    await expectSound(taskId);
    const again = await person.submit(item, { caption: "a cat" });
    expect((await aLabeller(ben, taskId).ask("undo", { revision_id: again.body.revision_id })).status).toBe(404);
    app.current.clock.advance(30_001);
    expect((await person.ask("undo", { revision_id: again.body.revision_id })).status).toBe(409);
    const { body: events } = await owner.get(`/api_v1/label/history/${taskId}?item=1`);
    const kinds = (events.items as { event: string; revision: number }[]).map(({ event, revision }) => [
      event,
      revision,
    ]);
    expect(kinds).toEqual([
      ["edited", 2],
      ["undone", 1],
      ["submitted", 1],
      ["claimed", null],
    ]);
    await expectSound(taskId);
  });
});
