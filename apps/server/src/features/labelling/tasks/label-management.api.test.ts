import type { LabelTaskDetail, LabelTaskItem, Notification } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { removeDeletedItems } from "../removal/removed-item.store.ts";

const app = runApp();
const rig = runDataRig(app);
let [owner, ada, ben, guest]: Caller[] = [];

beforeAll(async () => {
  [owner, ada, ben, guest] = [
    await aCaller(app.current),
    await aCaller(app.current),
    await aCaller(app.current),
    await aCaller(app.current, { role: "partner" }),
  ];
});

const theOwner = (): Caller => owner as Caller;
const ask = (what: string, id: string, body: object = {}) => theOwner().post(`/api_v1/label/task/${what}/${id}`, body);
const detailOf = async (id: string): Promise<LabelTaskDetail> =>
  (await theOwner().get(`/api_v1/label/task/detail/${id}`)).body as LabelTaskDetail;
const noticesOf = async (caller: Caller | undefined): Promise<Notification[]> =>
  ((await caller?.get("/api_v1/notification/list"))?.body.items ?? []) as Notification[];
const countItems = async (taskId: string): Promise<number> => {
  const rows = await app.current.db.selectFrom("label_item").select("seq").where("task_id", "=", taskId).execute();
  return rows.length;
};

describe("a closed label task", () => {
  it("is opened again, with its labels and what was left", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 3 });
    const labeller = aLabeller(ada as Caller, id);
    await labeller.submit(await labeller.claimOne());
    expect((await ask("status", id, { action: "close" })).body).toMatchObject({ status: "Closed" });
    expect((await labeller.claim()).queue.state).toBe("closed");
    expect((await ask("status", id, { action: "resume" })).body).toMatchObject({
      status: "Open",
      progress: { labels_done: 1 },
    });
    expect((await labeller.claimOne()).item).toBe(2);
  });

  it("is a draft again if its items were never complete", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 1 });
    await app.current.db.updateTable("label_task").set({ opened_at: null }).where("id", "=", id).execute();
    await ask("status", id, { action: "close" });
    expect((await ask("status", id, { action: "resume" })).body).toMatchObject({ status: "Draft" });
  });
});

describe("people who are asked to label", () => {
  it("are told once, by the name of the task alone, and not after they were removed", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 1 });
    const { name } = await detailOf(id);
    const usernames = [guest?.username, theOwner().username];
    expect((await ask("people", id, { usernames })).status).toBe(200);
    await ask("people", id, { usernames: [...usernames, ada?.username] });
    const told = { kind: "labelling_asked", label_task: { id, name }, is_read: false };
    expect(await noticesOf(guest)).toEqual([{ ...told, id: expect.any(Number), created_at: expect.any(String) }]);
    expect(await noticesOf(ada)).toMatchObject([told]);
    expect(await noticesOf(owner)).toEqual([]);
    await ask("people", id, { usernames: [ada?.username] });
    expect(await noticesOf(guest)).toEqual([]);
    expect((await guest?.get("/api_v1/notification/summary"))?.body).toMatchObject({ unread: 0 });
  });

  it("hear nothing of a task that was never open", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 1 });
    await app.current.db.updateTable("label_task").set({ opened_at: null }).where("id", "=", id).execute();
    await ask("people", id, { usernames: [ben?.username] });
    expect(await noticesOf(ben)).toEqual([]);
  });
});

describe("releasing a person", () => {
  it("gives their items to others at once and keeps their drafts", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 4, people: [guest as Caller] });
    const [away, next] = [aLabeller(guest as Caller, id), aLabeller(ben as Caller, id)];
    const { items } = await away.claim(4);
    const [first] = items;
    const saved_at = app.current.clock.now().toISOString();
    await away.ask("draft", { lease_id: first?.lease_id, values: { caption: "half" }, saved_at });
    expect((await next.claim()).items).toEqual([]);
    expect((await ask("release-person", id, { user_id: guest?.id })).body).toEqual({ ok: true, released: 4 });
    expect((await next.claim(2)).items.map(({ item }) => item)).toEqual([1, 2]);
    const late = await away.submit(first as NonNullable<typeof first>);
    expect(late).toMatchObject({ status: 409, body: { detail: "you have given this item back" } });
    const { items: events } = (await theOwner().get(`/api_v1/label/history/${id}?event=released`)).body;
    expect(events).toHaveLength(4);
    expect((events as object[])[0]).toMatchObject({ by: theOwner().username, person: guest?.username });
    expect(await listLabelFaults(app.current.db, id)).toEqual([]);
    const { draft } = await app.current.db
      .selectFrom("label_lease")
      .select("draft")
      .where("id", "=", String(first?.lease_id))
      .executeTakeFirstOrThrow();
    expect(draft).toEqual({ caption: "a cat" });
    expect((await ask("release-person", id, { user_id: guest?.id })).body).toEqual({ ok: true, released: 0 });
  });

  it("finds nobody who does not label there", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 1 });
    expect((await ask("release-person", id, { user_id: ada?.id })).status).toBe(404);
    expect((await ask("release-person", newId(), { user_id: ada?.id })).status).toBe(404);
  });
});

describe("deleting a label task", () => {
  it("hides it from everybody at once, and its items are removed in batches", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 5, people: [guest as Caller] });
    const labeller = aLabeller(guest as Caller, id);
    const item = await labeller.claimOne();
    await ask("people", id, { usernames: [guest?.username, ben?.username] });
    expect((await ask("delete", id)).body).toEqual({ ok: true });
    for (const caller of [owner, guest]) {
      expect((await caller?.get(`/api_v1/label/task/detail/${id}`))?.status).toBe(404);
      const { items } = (await caller?.get("/api_v1/label/task/list?tab=all&limit=200"))?.body ?? {};
      expect((items as LabelTaskItem[]).map((task) => task.id)).not.toContain(id);
    }
    expect((await noticesOf(ben)).filter((it) => "label_task" in it && it.label_task.id === id)).toEqual([]);
    expect((await labeller.ask("claim", { task_id: id })).status).toBe(404);
    expect((await labeller.submit(item)).status).toBe(409);
    expect((await ask("delete", id)).status).toBe(404);
    expect(await countItems(id)).toBe(5);
    expect(await removeDeletedItems(app.current.db, 3)).toBe(3);
    expect(await removeDeletedItems(app.current.db, 3)).toBe(2);
    expect(await removeDeletedItems(app.current.db, 3)).toBe(0);
    expect(await countItems(id)).toBe(0);
  });

  it("is refused as soon as there is a label, also an undone one", async () => {
    const id = await aLabelTask(rig.current, theOwner(), { items: 2 });
    const labeller = aLabeller(ada as Caller, id);
    const { body } = await labeller.submit(await labeller.claimOne());
    expect((await ask("delete", id)).status).toBe(409);
    await labeller.ask("undo", { revision_id: body.revision_id });
    expect(await ask("delete", id)).toMatchObject({ status: 409 });
    expect(await detailOf(id)).toMatchObject({ status: "Open" });
  });

  it("never loses a label that is submitted at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await aLabelTask(rig.current, theOwner(), { items: 1 });
      const labeller = aLabeller(ada as Caller, id);
      const item = await labeller.claimOne();
      const [submitted, deleted] = await Promise.all([labeller.submit(item), ask("delete", id)]);
      expect([submitted.status, deleted.status].toSorted()).toEqual([200, 409]);
    }
  });
});
