import type { LabelGroup, LabelTaskDetail, LabelTaskItem, Notification } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
const CODE = `LABELLERS_${newId().slice(-6).toUpperCase().replaceAll("-", "_")}`;
let owner: Caller;
let inside: Caller;
let guest: Caller;
let stranger: Caller;

const join = async ({ id }: Caller, code = CODE): Promise<void> => {
  await app.current.db.insertInto("console_user_permission").values({ user_id: id, code }).execute();
};
const leave = async ({ id }: Caller): Promise<void> => {
  await app.current.db
    .deleteFrom("console_user_permission")
    .where("user_id", "=", id)
    .where("code", "=", CODE)
    .execute();
};

beforeAll(async () => {
  [owner, inside] = [await aCaller(app.current), await aCaller(app.current)];
  guest = await aCaller(app.current, { role: "partner" });
  stranger = await aCaller(app.current, { role: "partner" });
  await app.current.db
    .insertInto("permission")
    .values({ key: CODE, name: "Night labellers", description: "", group_name: "Labelling" })
    .execute();
  await join(guest);
});

const setPeople = (id: string, body: object) => owner.post(`/api_v1/label/task/people/${id}`, body);
const aGroupTask = async (more: object = {}): Promise<string> => {
  const id = await aLabelTask(rig.current, owner, { items: 6, ...more });
  expect((await setPeople(id, { usernames: [], groups: [CODE] })).status).toBe(200);
  return id;
};
const detailOf = async (caller: Caller, id: string) => caller.get(`/api_v1/label/task/detail/${id}`);
const listed = async (caller: Caller): Promise<LabelTaskItem[]> =>
  (await caller.get("/api_v1/label/task/list?tab=mine&limit=200")).body.items as LabelTaskItem[];

describe("a label task of a group", () => {
  it("is seen and labelled by its members, whoever they are when they claim, and by no other external person", async () => {
    const id = await aGroupTask();
    expect((await listed(guest)).find((task) => task.id === id)).toMatchObject({ is_asked: true, source: null });
    const item = await aLabeller(guest, id).claimOne();
    expect((await aLabeller(guest, id).submit(item)).status).toBe(200);
    expect((await detailOf(stranger, id)).status).toBe(404);
    expect((await aLabeller(stranger, id).ask("claim", { task_id: id })).status).toBe(404);
    await join(stranger);
    expect((await aLabeller(stranger, id).claim()).items).toHaveLength(1);
    await leave(stranger);
    expect((await detailOf(stranger, id)).status).toBe(404);
    expect((await aLabeller(stranger, id).ask("claim", { task_id: id })).status).toBe(404);
    expect(await listLabelFaults(app.current.db, id)).toEqual([]);
  });

  it("refuses the label and the clip of somebody who has left the group", async () => {
    const id = await aGroupTask();
    await join(stranger);
    const person = aLabeller(stranger, id);
    const item = await person.claimOne();
    await leave(stranger);
    expect((await person.submit(item)).status).toBe(404);
    expect((await stranger.get(item.media?.url ?? "")).status).toBe(404);
    const beat = await person.ask("heartbeat", { lease_ids: [item.lease_id] });
    expect(beat.body).toEqual({ kept: [], lost: [item.lease_id] });
  });

  it("shows its groups to internal users only, and tells who labels as one of them", async () => {
    const id = await aGroupTask();
    await aLabeller(guest, id).submit(await aLabeller(guest, id).claimOne());
    const detail = (await detailOf(owner, id)).body as LabelTaskDetail;
    expect(detail.groups).toEqual([{ code: CODE, name: "Night labellers", description: "", members: 1 }]);
    expect(detail.people).toMatchObject([{ username: guest.username, is_asked: false, is_in_group: true }]);
    expect((await detailOf(guest, id)).body).toMatchObject({ groups: [], people: [] });
    await join(inside);
    expect((await listed(inside)).map((task) => task.id)).toContain(id);
    await leave(inside);
    expect((await listed(inside)).map((task) => task.id)).not.toContain(id);
  });

  it("is given to others: leases of external people end who are in no group any more and were not asked", async () => {
    const id = await aGroupTask({ people: [stranger] });
    await setPeople(id, { usernames: [stranger.username], groups: [CODE] });
    const [member, asked] = [aLabeller(guest, id), aLabeller(stranger, id)];
    const [kept, lost] = [await asked.claimOne(), await member.claimOne()];
    expect((await setPeople(id, { usernames: [stranger.username] })).body).toMatchObject({ groups: [{ code: CODE }] });
    expect((await setPeople(id, { usernames: [stranger.username], groups: [] })).body).toMatchObject({ groups: [] });
    expect((await member.submit(lost)).status).toBe(404);
    expect((await asked.submit(kept)).status).toBe(200);
    // Asked by name and as one of the group: one of both is enough.
    await setPeople(id, { usernames: [guest.username], groups: [CODE] });
    const again = await member.claimOne();
    await setPeople(id, { usernames: [], groups: [CODE] });
    expect((await member.submit(again)).status).toBe(200);
    expect(await listLabelFaults(app.current.db, id)).toEqual([]);
  });

  it("tells its members when it is given to them, and no longer once they have left", async () => {
    const id = await aGroupTask();
    const about = async (): Promise<Notification[]> =>
      ((await guest.get("/api_v1/notification/list")).body.items as Notification[]).filter(
        (notice) => "label_task" in notice && notice.label_task.id === id,
      );
    expect(await about()).toMatchObject([{ kind: "labelling_asked" }]);
    await leave(guest);
    expect(await about()).toEqual([]);
    await join(guest);
  });

  it("is made with groups, and refuses codes that are unknown or that the console checks", async () => {
    const id = await aLabelTask(rig.current, owner);
    for (const code of ["NO_SUCH_CODE", "MAGI_ADMIN"])
      expect((await setPeople(id, { usernames: [], groups: [code] })).status).toBe(422);
    expect((await setPeople(id, { usernames: [], groups: Array(21).fill(CODE) })).status).toBe(422);
  });
});

describe("the search for groups", () => {
  it("finds codes that the console does not check, by name, key or group, with their members", async () => {
    const find = async (q: string): Promise<LabelGroup[]> =>
      (await owner.get(`/api_v1/label/group/list?q=${q}`)).body.items as LabelGroup[];
    const mine = { code: CODE, name: "Night labellers", description: "", members: 1 };
    for (const words of ["night", CODE.slice(0, 12), "labelling"]) expect(await find(words)).toContainEqual(mine);
    expect(await find("100%25_nothing")).toEqual([]);
    expect((await find("")).map(({ code }) => code)).not.toContain("MAGI_ADMIN");
    expect((await guest.get("/api_v1/label/group/list")).status).toBe(403);
  });
});
