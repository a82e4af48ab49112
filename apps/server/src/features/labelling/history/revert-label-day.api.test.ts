import type { LabelItemTimeline } from "@dailies/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller, cookiesOf } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
const DAY_MS = 86_400_000;
let owner: Caller;
let ada: Caller;
let ben: Caller;

beforeEach(async () => {
  [owner, ada, ben] = [await aCaller(app.current), await aCaller(app.current), await aCaller(app.current)];
});

const today = (): string => app.current.clock.now().toISOString().slice(0, 10);
/** Sessions end after some hours without requests. */
const signInAgain = async ({ id, ...user }: Caller): Promise<Caller> => {
  const cookies = await cookiesOf(app.current, id);
  return {
    ...user,
    id,
    cookies,
    get: (path) => app.current.call(path, { cookies }),
    post: (path, body) => app.current.call(path, { method: "POST", body, cookies }),
  };
};

const allSignIn = async (): Promise<void> => {
  [owner, ada, ben] = [await signInAgain(owner), await signInAgain(ada), await signInAgain(ben)];
};

/** To the next day at noon, so that a few seconds stay within it. */
const waitForTomorrow = async (): Promise<void> => {
  const { clock } = app.current;
  clock.advance(DAY_MS - (clock.now().getTime() % DAY_MS) + DAY_MS / 2);
  await allSignIn();
};

const revert = (taskId: string, person: Caller, day: string, more: object = {}) =>
  owner.post(`/api_v1/label/history/revert-day/${taskId}`, {
    person: person.username,
    day,
    is_preview: false,
    reason: "wrong guidelines",
    request_key: newId(),
    ...more,
  });
const preview = async (taskId: string, person: Caller, day: string) =>
  (
    await owner.post(`/api_v1/label/history/revert-day/${taskId}`, {
      is_preview: true,
      person: person.username,
      day,
    })
  ).body;
const timelineOf = async (taskId: string, item: number): Promise<LabelItemTimeline> =>
  (await owner.get(`/api_v1/label/history/${taskId}/item/${item}`)).body as LabelItemTimeline;

const labelAll = async (caller: Caller, taskId: string, count: number): Promise<string[]> => {
  const person = aLabeller(caller, taskId);
  const made: string[] = [];
  for (let n = 0; n < count; n++) {
    app.current.clock.advance(1_000);
    made.push(String((await person.submit(await person.claimOne())).body.revision_id));
  }
  return made;
};

describe("reverting a person's day", () => {
  it("opens items again that were first labelled on it, and leaves other people and other days alone", async () => {
    await waitForTomorrow();
    const taskId = await aLabelTask(rig.current, owner, { items: 4, overlap: 2 });
    await labelAll(ada, taskId, 1);
    await waitForTomorrow();
    const day = today();
    await labelAll(ada, taskId, 2);
    await labelAll(ben, taskId, 4);
    await waitForTomorrow();
    expect(await preview(taskId, ada, day)).toEqual({ reverted: 0, labels: 2, changed_since: 0 });
    expect((await revert(taskId, ada, day)).body).toEqual({ reverted: 2, labels: 0, changed_since: 2 });
    const people = (await aLabeller(owner, taskId).detail()).people.map(({ username, submitted }) => [
      username,
      submitted,
    ]);
    expect(people).toEqual(
      expect.arrayContaining([
        [ada.username, 1],
        [ben.username, 4],
      ]),
    );
    const { events, revisions, done } = await timelineOf(taskId, 2);
    expect(events.at(-1)).toMatchObject({ event: "undone", by: owner.username, person: ada.username });
    expect(revisions.find(({ person }) => person === ada.username)).toMatchObject({ is_current: false, revision: 1 });
    expect(done).toBe(1);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    // A repeated call finds nothing more to do.
    expect((await revert(taskId, ada, day)).body).toEqual({ reverted: 0, labels: 0, changed_since: 2 });
    // The items can be labelled again, by the same person too.
    await labelAll(ada, taskId, 3);
    expect((await timelineOf(taskId, 2)).events.at(-1)).toMatchObject({ event: "edited", person: ada.username });
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    const logged = await app.current.db
      .selectFrom("operation")
      .select(["op_type", "reason", "meta"])
      .where("op_type", "=", "Revert_label_day")
      .execute();
    expect(logged).toMatchObject([{ reason: "wrong guidelines", meta: { person: ada.username, day, reverted: 2 } }]);
  });

  it("restores the revision of before, and leaves labels that changed since", async () => {
    await waitForTomorrow();
    const taskId = await aLabelTask(rig.current, owner, { items: 3, overlap: 1 });
    const { clock } = app.current;
    // Just before midnight, so that the label can still be undone on the next day.
    clock.advance(DAY_MS - (clock.now().getTime() % DAY_MS) - 10_000);
    await allSignIn();
    const person = aLabeller(ada, taskId);
    const undo = async (revisionId: unknown): Promise<void> =>
      expect((await person.ask("undo", { revision_id: revisionId })).status).toBe(200);
    const first = await person.submit(await person.claimOne(), { caption: "before" });
    clock.advance(15_000);
    const day = today();
    await undo(first.body.revision_id);
    await person.submit(await person.claimOne(), { caption: "on the day" });
    const [second, third] = await labelAll(ada, taskId, 2);
    await undo(third);
    await person.submit(await person.claimOne(), { caption: "third" });
    await waitForTomorrow();
    const restored = { revision_id: third, reason: "the first was better" };
    expect((await owner.post("/api_v1/label/history/restore", restored)).status).toBe(200);
    expect(await preview(taskId, ada, day)).toEqual({ reverted: 0, labels: 2, changed_since: 1 });
    expect((await revert(taskId, ada, day)).body).toEqual({ reverted: 2, labels: 0, changed_since: 3 });
    expect((await timelineOf(taskId, 3)).events.at(-1)).toMatchObject({ event: "restored", by: owner.username });
    const { revisions } = await timelineOf(taskId, 1);
    expect(revisions.find(({ is_current }) => is_current)).toMatchObject({
      revision: 3,
      values: { caption: "before" },
      restored_from: 1,
      by: owner.username,
    });
    expect((await timelineOf(taskId, 2)).revisions).toMatchObject([{ id: second, is_current: false }]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("reverts 200 labels a call, and refuses external users, unknown people, invalid days and a missing reason", async () => {
    await waitForTomorrow();
    const guest = await aCaller(app.current, { role: "partner" });
    const taskId = await aLabelTask(rig.current, owner, { items: 205, people: [guest] });
    const day = today();
    await labelAll(ada, taskId, 205);
    const one = (await revert(taskId, ada, day)).body;
    expect(one).toEqual({ reverted: 200, labels: 5, changed_since: 200 });
    expect((await revert(taskId, ada, day)).body).toEqual({ reverted: 5, labels: 0, changed_since: 205 });
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
    expect((await guest.post(`/api_v1/label/history/revert-day/${taskId}`, {})).status).toBe(403);
    expect((await revert(taskId, ben, day)).status).toBe(404);
    expect((await revert(newId(), ada, day)).status).toBe(404);
    expect((await revert(taskId, ada, "2026-02-30")).status).toBe(422);
    expect((await revert(taskId, ada, day, { reason: "" })).status).toBe(422);
  });
});
