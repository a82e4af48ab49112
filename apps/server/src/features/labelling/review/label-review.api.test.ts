import type { LabelItemTimeline, Notification } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelReviewer } from "../../../testing/builders/a-label-reviewer.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
let owner: Caller;
let ada: Caller;
let mei: Caller;
let guest: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current);
  ada = await aCaller(app.current);
  mei = await aCaller(app.current);
  guest = await aCaller(app.current, { role: "partner" });
});

const aReviewedTask = (options: object = {}): Promise<string> =>
  aLabelTask(rig.current, owner, { reviewShare: 100, people: [guest], ...options });

const timelineOf = async (caller: Caller, taskId: string, item: number): Promise<LabelItemTimeline> =>
  (await caller.get(`/api_v1/label/history/${taskId}/item/${item}`)).body as LabelItemTimeline;

const eventsOf = ({ events }: LabelItemTimeline): string[] => events.map(({ event }) => event);

const noticesOf = async (caller: Caller): Promise<Notification[]> =>
  (await caller.get("/api_v1/notification/list")).body.items as Notification[];

const labelOnce = async (caller: Caller, taskId: string, values: object = { caption: "a cat" }) => {
  const labeller = aLabeller(caller, taskId);
  const item = await labeller.claimOne();
  expect((await labeller.submit(item, values)).status).toBe(200);
  return item;
};

describe("the share of reviewed labels", () => {
  it("draws nothing at 0 and everything at 100, and is changed by the settings", async () => {
    const none = await aReviewedTask({ reviewShare: 0 });
    await labelOnce(ada, none);
    expect(await aLabelReviewer(mei, none).claim()).toMatchObject({ items: [], queue: { state: "done" } });
    const { revision } = await aLabeller(owner, none).detail();
    const settings = { name: "reviewed", review_share: 100, expect_revision: revision };
    const { body } = await owner.post(`/api_v1/label/task/update/${none}`, settings);
    expect(body.review_share).toBe(100);
    const kept = { name: "reviewed", expect_revision: body.revision };
    expect((await owner.post(`/api_v1/label/task/update/${none}`, kept)).body.review_share).toBe(100);
    await labelOnce(ada, none);
    expect((await aLabelReviewer(mei, none).claim()).items).toMatchObject([{ item: 2, person: ada.username }]);
  });

  it("draws about as many labels as it says, and the same ones whenever it is asked", async () => {
    const taskId = await aReviewedTask({ reviewShare: 30, items: 1 });
    const { rows } = await sql<{ drawn: number; again: number }>`
      select count(*) filter (where is_label_reviewed(t, n, t.owner_id))::int as drawn,
        count(*) filter (where is_label_reviewed(t, n, t.owner_id) <> is_label_reviewed(t, n, t.owner_id))::int as again
      from label_task t, generate_series(1, 2000) n where t.id = ${taskId}`.execute(app.current.db);
    expect(rows[0]?.again).toBe(0);
    expect(rows[0]?.drawn).toBeGreaterThan(500);
    expect(rows[0]?.drawn).toBeLessThan(700);
  });
});

describe("a reviewer", () => {
  it("accepts a label: it stays, and the history says who accepted it", async () => {
    const taskId = await aReviewedTask();
    const { item } = await labelOnce(ada, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    const review = await reviewer.claimOne();
    expect(review).toMatchObject({
      item,
      person: ada.username,
      revision: 1,
      values: { caption: "a cat" },
      rejections: 0,
    });
    const { status, body } = await reviewer.accept(review);
    expect([status, body.next]).toEqual([200, null]);
    const timeline = await timelineOf(mei, taskId, item);
    expect(eventsOf(timeline)).toEqual(["claimed", "submitted", "accepted"]);
    expect(timeline.events.at(-1)).toMatchObject({ by: mei.username, person: ada.username, revision: 1 });
  });

  it("fixes a label: the values become the next revision of the author's label", async () => {
    const taskId = await aReviewedTask();
    const { item } = await labelOnce(ada, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    expect((await reviewer.fix(await reviewer.claimOne(), { nonsense: true })).status).toBe(422);
    expect((await reviewer.fix(await reviewer.claimOne(), { caption: "two cats" })).status).toBe(200);
    const { revisions } = await timelineOf(mei, taskId, item);
    expect(revisions).toMatchObject([
      { revision: 1, by: ada.username, is_current: false },
      { revision: 2, by: mei.username, person: ada.username, is_current: true, values: { caption: "two cats" } },
    ]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("never gets the own label, and no label of a closed task", async () => {
    const taskId = await aReviewedTask();
    await labelOnce(ada, taskId);
    expect(await aLabelReviewer(ada, taskId).claim(4)).toMatchObject({ items: [], queue: { state: "waiting" } });
    await owner.post(`/api_v1/label/task/status/${taskId}`, { action: "close" });
    expect(await aLabelReviewer(mei, taskId).claim()).toMatchObject({ items: [], queue: { state: "closed" } });
  });

  it("decides once: a repeated decision counts once, a second one is refused", async () => {
    const taskId = await aReviewedTask();
    const { item } = await labelOnce(ada, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    const review = await reviewer.claimOne();
    const body = { lease_id: review.lease_id, revision: 1, client_id: newId(), verdict: "accept" };
    expect((await reviewer.ask("decide", body)).status).toBe(200);
    expect((await reviewer.ask("decide", body)).status).toBe(200);
    expect((await reviewer.reject(review, "no")).status).toBe(409);
    expect(eventsOf(await timelineOf(mei, taskId, item))).toEqual(["claimed", "submitted", "accepted"]);
  });

  it("may send a rejection again after its author has labelled the item again", async () => {
    const taskId = await aReviewedTask();
    const { item } = await labelOnce(ada, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    const { lease_id } = await reviewer.claimOne();
    const body = { lease_id, revision: 1, client_id: newId(), verdict: "reject", note: "no" };
    expect((await reviewer.ask("decide", body)).status).toBe(200);
    await labelOnce(ada, taskId);
    // The reply was lost: the page sends the same decision again.
    expect((await reviewer.ask("decide", body)).status).toBe(200);
    expect(eventsOf(await timelineOf(mei, taskId, item))).toEqual(["claimed", "submitted", "rejected", "edited"]);
    expect((await reviewer.claimOne()).rejections).toBe(1);
    const others = aLabelReviewer(owner, taskId);
    expect((await others.ask("decide", body)).status).toBe(404);
  });

  it("who goes away loses the label to the next reviewer after ten minutes", async () => {
    const taskId = await aReviewedTask();
    await labelOnce(ada, taskId);
    const gone = await aLabelReviewer(mei, taskId).claimOne();
    const other = aLabelReviewer(owner, taskId);
    expect((await other.claim()).queue.state).toBe("waiting");
    app.current.clock.advance(9 * 60_000);
    const beat = await aLabelReviewer(mei, taskId).ask("heartbeat", { lease_ids: [gone.lease_id] });
    expect(beat.body).toMatchObject({ kept: [{ lease_id: gone.lease_id }], lost: [] });
    app.current.clock.advance(9 * 60_000);
    expect((await other.claim()).items).toEqual([]);
    app.current.clock.advance(60_001);
    const taken = await other.claimOne();
    const late = await aLabelReviewer(mei, taskId).accept(gone);
    expect([late.status, (await other.accept(taken)).status]).toEqual([409, 200]);
  });

  it("is refused when the author undoes the label or somebody restores another revision meanwhile", async () => {
    const taskId = await aReviewedTask();
    const labeller = aLabeller(ada, taskId);
    const { body } = await labeller.submit(await labeller.claimOne());
    const reviewer = aLabelReviewer(mei, taskId);
    const review = await reviewer.claimOne();
    await labeller.ask("undo", { revision_id: body.revision_id });
    expect((await reviewer.accept(review)).status).toBe(409);
    await labeller.submit(await labeller.claimOne(), { caption: "again" });
    const again = await reviewer.claimOne();
    expect([again.revision, again.lease_id === review.lease_id]).toEqual([2, false]);
    const [first] = (await timelineOf(owner, taskId, review.item)).revisions;
    const restored = { revision_id: first?.id, reason: "the first was right" };
    expect((await owner.post("/api_v1/label/history/restore", restored)).status).toBe(200);
    expect((await reviewer.accept(again)).status).toBe(409);
    expect((await reviewer.accept(await reviewer.claimOne())).status).toBe(200);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });
});

describe("a rejected label", () => {
  it("comes back to its author first, with the comment and its values, for three days", async () => {
    const taskId = await aReviewedTask({ items: 6 });
    const { item } = await labelOnce(ada, taskId, { caption: "a dog" });
    const labeller = aLabeller(ada, taskId);
    await labeller.claim(4);
    const reviewer = aLabelReviewer(mei, taskId);
    await reviewer.reject(await reviewer.claimOne(), "It is a cat.");
    const until = app.current.clock.now().getTime() + 3 * 86_400_000;
    app.current.clock.advance(3_600_000);
    const { items } = await labeller.claim(4);
    expect(items).toHaveLength(4);
    expect(Date.parse(items[0]?.lease_until ?? "")).toBe(until);
    expect(items[0]).toMatchObject({ item, draft: { caption: "a dog" }, returned: { note: "It is a cat." } });
    expect(items[1]?.returned).toBeNull();
    const [returned] = items;
    if (!returned) throw new Error("nothing came back");
    // A page that is left releases what it holds, but a returned label waits for its author.
    await labeller.ask("release", { lease_id: returned.lease_id });
    expect((await aLabeller(mei, taskId).claim(4)).items.map((each) => each.item)).not.toContain(item);
    expect((await labeller.submit(returned)).status).toBe(200);
    expect(await reviewer.claimOne()).toMatchObject({ item, revision: 2, rejections: 1, note: "It is a cat." });
    expect(eventsOf(await timelineOf(mei, taskId, item))).toEqual(["claimed", "submitted", "rejected", "edited"]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("goes to others when its author does not come back, and keeps the overlap", async () => {
    const taskId = await aReviewedTask({ items: 1, overlap: 2 });
    await labelOnce(ada, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    await reviewer.reject(await reviewer.claimOne(), "Look again.");
    const other = aLabeller(owner, taskId);
    expect((await other.submit(await other.claimOne())).status).toBe(200);
    expect((await aLabeller(guest, taskId).claim()).items).toEqual([]);
    // Three days later; sessions would end before that.
    const { db, clock } = app.current;
    await db.updateTable("label_lease").set({ expires_at: clock.now() }).where("task_id", "=", taskId).execute();
    expect((await aLabeller(guest, taskId).claim()).items).toMatchObject([{ item: 1, draft: null, returned: null }]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("opens its item for others at once when its author may no longer label", async () => {
    const taskId = await aReviewedTask({ items: 1 });
    await labelOnce(guest, taskId);
    await owner.post(`/api_v1/label/task/people/${taskId}`, { usernames: [ada.username] });
    const reviewer = aLabelReviewer(mei, taskId);
    await reviewer.reject(await reviewer.claimOne(), "Look again.");
    expect((await aLabeller(ada, taskId).claim()).items).toMatchObject([{ item: 1 }]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("goes to adjudication after the second rejection, and not back to its author", async () => {
    const taskId = await aReviewedTask({ items: 1 });
    const reviewer = aLabelReviewer(mei, taskId);
    for (const note of ["It is a cat.", "Still a cat."]) {
      await labelOnce(ada, taskId, { caption: "a dog" });
      const { body } = await reviewer.reject(await reviewer.claimOne(), note);
      expect(body.queue).toMatchObject({ checks: { adjudications: note.startsWith("Still") ? 1 : 0 } });
    }
    expect((await aLabeller(ada, taskId).claim()).items).toEqual([]);
    const events = ["claimed", "submitted", "rejected", "edited", "escalated"];
    expect(eventsOf(await timelineOf(mei, taskId, 1))).toEqual(events);
    const claimed = await mei.post("/api_v1/label/adjudication/claim", { task_id: taskId });
    expect(claimed.body.items).toMatchObject([
      { item: 1, is_escalated: true, agreement: null, answers: [{ review: "escalated", note: "Still a cat." }] },
    ]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("can be undone after it was submitted again, and still waits for its author", async () => {
    const taskId = await aReviewedTask({ items: 1 });
    await labelOnce(ada, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    await reviewer.reject(await reviewer.claimOne(), "Look again.");
    const labeller = aLabeller(ada, taskId);
    const { body } = await labeller.submit(await labeller.claimOne());
    const undone = await labeller.ask("undo", { revision_id: body.revision_id });
    expect(undone.body.item).toMatchObject({ returned: { note: "Look again." } });
    expect((await reviewer.claim()).items).toEqual([]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });

  it("notifies its author once per task until that is read, without a name", async () => {
    const taskId = await aReviewedTask({ items: 4 });
    const reviewer = aLabelReviewer(mei, taskId);
    const rejectOne = async (): Promise<void> => {
      const labeller = aLabeller(guest, taskId);
      const fresh = (await labeller.claim(4)).items.find(({ returned }) => returned === null);
      if (!fresh) throw new Error("there is no new item");
      await labeller.submit(fresh);
      await reviewer.reject(await reviewer.claimOne(), "No.");
    };
    await rejectOne();
    await rejectOne();
    const [notice, ...others] = await noticesOf(guest);
    expect([notice?.kind, others]).toEqual(["label_returned", []]);
    expect(notice).toMatchObject({ label_task: { id: taskId } });
    expect(JSON.stringify(notice)).not.toContain(mei.username);
    await guest.post("/api_v1/notification/read", { up_to: notice?.id });
    app.current.clock.advance(1_000);
    await rejectOne();
    expect(await noticesOf(guest)).toHaveLength(2);
    await owner.post(`/api_v1/label/task/people/${taskId}`, { usernames: [ada.username] });
    expect(await noticesOf(guest)).toEqual([]);
  });

  it("shows an external author the comment, but never who reviewed it", async () => {
    const taskId = await aReviewedTask({ items: 2 });
    const { item } = await labelOnce(guest, taskId);
    const reviewer = aLabelReviewer(mei, taskId);
    await reviewer.reject(await reviewer.claimOne(), "It is a cat.");
    const returned = await labelOnce(guest, taskId);
    await reviewer.fix(await reviewer.claimOne(), { caption: "a cat, sitting" });
    expect(returned.returned?.note).toBe("It is a cat.");
    const timeline = await timelineOf(guest, taskId, item);
    expect(eventsOf(timeline)).toEqual(["claimed", "submitted", "rejected", "edited", "fixed"]);
    const { body: history } = await guest.get(`/api_v1/label/history/${taskId}`);
    const { body: detail } = await guest.get(`/api_v1/label/task/detail/${taskId}`);
    expect(detail.review_share).toBeNull();
    expect(JSON.stringify([timeline, history, detail, returned])).not.toContain(mei.username);
  });
});

it("external users reach no review and no adjudication", async () => {
  const taskId = await aReviewedTask();
  await labelOnce(ada, taskId);
  const review = await aLabelReviewer(mei, taskId).claimOne();
  const lease = { lease_id: review.lease_id };
  const calls: [string, object][] = [
    ["review/claim", { task_id: taskId }],
    ["review/heartbeat", { lease_ids: [review.lease_id] }],
    ["review/release", lease],
    ["review/decide", { ...lease, revision: 1, client_id: newId(), verdict: "accept" }],
    ["adjudication/claim", { task_id: taskId }],
    ["adjudication/heartbeat", { lease_ids: [review.lease_id] }],
    ["adjudication/release", lease],
    ["adjudication/decide", { ...lease, client_id: newId(), values: {}, duration_ms: 1 }],
  ];
  for (const [path, body] of calls)
    expect([path, (await guest.post(`/api_v1/label/${path}`, body)).status]).toEqual([path, 403]);
  expect((await guest.get(`/api_v1/label/review/media/${taskId}/1`)).status).toBe(403);
  expect((await guest.get("/api_v1/label/task/list?tab=review")).body).toEqual({ items: [], total: 0 });
});

it("the tab Review lists the tasks that need a second person, with their counts", async () => {
  const taskId = await aReviewedTask();
  await labelOnce(ada, taskId);
  await labelOnce(ada, taskId);
  const listed = async () => {
    const { body } = await mei.get("/api_v1/label/task/list?tab=review&limit=200");
    return (body.items as { id: string; checks: object }[]).find(({ id }) => id === taskId)?.checks;
  };
  expect(await listed()).toEqual({ reviews: 2, adjudications: 0 });
  const reviewer = aLabelReviewer(mei, taskId);
  for (let left = 2; left > 0; left--) await reviewer.accept(await reviewer.claimOne());
  expect(await listed()).toBeUndefined();
});
