import { randomUUID } from "node:crypto";
import { contract, type LabelTaskDetail, type LabelTaskItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;
let ada: Caller;
let guest: Caller;
let stranger: Caller;
let taskId = "";

beforeAll(async () => {
  owner = await aCaller(app.current);
  ada = await aCaller(app.current);
  guest = await aCaller(app.current, { role: "partner" });
  stranger = await aCaller(app.current, { role: "partner" });
  taskId = await aLabelTask(rig.current, owner, { items: 5, overlap: 2, people: [guest] });
});

const at = () => app.current.clock.now().toISOString();

const listed = async (caller: Caller, tab: string): Promise<string[]> => {
  const { body } = await caller.get(`/api_v1/label/task/list?tab=${tab}&limit=200`);
  return (body.items as LabelTaskItem[]).map(({ id }) => id);
};

describe("an external user who was not asked", () => {
  it("finds no task in the list, and gets 404 for every call about it", async () => {
    expect(await listed(stranger, "mine")).toEqual([]);
    expect(await listed(stranger, "all")).not.toContain(taskId);
    const item = await aLabeller(guest, taskId).claimOne();
    const lease = { lease_id: item.lease_id };
    const submitted = await aLabeller(guest, taskId).submit(await aLabeller(guest, taskId).claimOne());
    const gets = [
      `task/detail/${taskId}`,
      `task/guidelines/${taskId}`,
      `history/${taskId}`,
      `history/${taskId}/item/1`,
      `work/media/${item.lease_id}`,
    ];
    for (const path of gets) expect([path, (await stranger.get(`/api_v1/label/${path}`)).status]).toEqual([path, 404]);
    const label = { client_id: randomUUID(), values: {}, guidelines_version: 1, duration_ms: 1, watched_s: 0 };
    const posts: [string, object][] = [
      ["work/claim", { task_id: taskId }],
      ["work/draft", { ...lease, values: {}, saved_at: at() }],
      ["work/release", lease],
      ["work/skip", { ...lease, reason: "other" }],
      ["work/submit", { ...lease, ...label }],
      ["work/undo", { revision_id: submitted.body.revision_id }],
    ];
    for (const [path, body] of posts)
      expect([path, (await stranger.post(`/api_v1/label/${path}`, body)).status]).toEqual([path, 404]);
    const beat = await stranger.post("/api_v1/label/work/heartbeat", { lease_ids: [item.lease_id] });
    expect(beat.body).toEqual({ kept: [], lost: [item.lease_id] });
  });

  it("has no way around: every other call is for internal users only", () => {
    const open = Object.entries(contract.labelling).filter(([, { access }]) => access !== "internal");
    expect(open.map(([name]) => name).toSorted()).toEqual([
      "claimLabelItems",
      "getGuidelines",
      "getLabelItem",
      "getLabelTask",
      "heartbeatLabelItems",
      "listLabelEvents",
      "listLabelTasks",
      "readLabelMedia",
      "releaseLabelItem",
      "saveLabelDraft",
      "skipLabelItem",
      "submitLabel",
      "undoLabel",
    ]);
  });
});

describe("an external user who was asked", () => {
  it("sees the form and the own work, but neither the dataset nor other people", async () => {
    await aLabeller(ada, taskId).submit(await aLabeller(ada, taskId).claimOne());
    expect(await listed(guest, "all")).toContain(taskId);
    const detail = (await guest.get(`/api_v1/label/task/detail/${taskId}`)).body as LabelTaskDetail;
    expect(detail).toMatchObject({ source: null, people: [], is_asked: true, fields: [{ key: "caption" }] });
    const item = await aLabeller(guest, taskId).claimOne();
    expect(item).toMatchObject({ item_key: null, media: { url: `/api_v1/label/work/media/${item.lease_id}` } });
    const { body } = await guest.get(`/api_v1/label/history/${taskId}`);
    const people = new Set((body.items as { person: string }[]).map(({ person }) => person));
    expect(people).toEqual(new Set([guest.username]));
    expect((await guest.get(`/api_v1/label/history/${taskId}/item/5`)).status).toBe(404);
    const timeline = (await guest.get(`/api_v1/label/history/${taskId}/item/${item.item}`)).body;
    expect(timeline).toMatchObject({ item_key: null, dataset_id: null, ordinal: null });
    expect(JSON.stringify([detail, item, timeline])).not.toMatch(/dataset\/|key-\d/);
  });

  it("sees a task only once it has items", async () => {
    const [early] = [await aLabelTask(rig.current, owner, { people: [guest] })];
    await app.current.db.updateTable("label_task").set({ status: "Filling" }).where("id", "=", early).execute();
    expect(await listed(guest, "all")).not.toContain(early);
    expect((await guest.post("/api_v1/label/work/claim", { task_id: early })).status).toBe(404);
    expect((await ada.post("/api_v1/label/work/claim", { task_id: early })).status).toBe(409);
  });

  it("loses the task and the leases when no longer asked; the labels stay", async () => {
    const own = await aLabelTask(rig.current, owner, { items: 2, people: [guest] });
    const person = aLabeller(guest, own);
    const done = await person.claimOne();
    await person.submit(done);
    const item = await person.claimOne();
    const { status } = await owner.post(`/api_v1/label/task/people/${own}`, { usernames: [ada.username] });
    expect(status).toBe(200);
    expect((await person.submit(item)).status).toBe(404);
    expect((await guest.get(`/api_v1/label/work/media/${item.lease_id}`)).status).toBe(404);
    expect((await person.ask("heartbeat", { lease_ids: [item.lease_id] })).body).toMatchObject({ kept: [] });
    expect((await aLabeller(ada, own).claim(4)).items.map(({ item: n }) => n)).toEqual([item.item]);
    const { progress } = await aLabeller(owner, own).detail();
    expect(progress).toMatchObject({ labels_done: 1 });
  });
});

describe("an internal user", () => {
  it("may label every open task, and finds it among the own ones afterwards", async () => {
    const other = await aCaller(app.current);
    expect(await listed(other, "mine")).not.toContain(taskId);
    expect(await listed(other, "all")).toContain(taskId);
    await aLabeller(other, taskId).claimOne();
    expect(await listed(other, "mine")).toContain(taskId);
  });
});
