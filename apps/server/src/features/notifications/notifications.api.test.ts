import { randomUUID } from "node:crypto";
import type { Notification, NotificationSummary } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aGeneratedBenchmark, anEvaluation } from "../../testing/builders/an-evaluation.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { deleteOldNotifications } from "./cleanup/sweep-notifications.store.ts";
import { notifyRequester, notifyUsers } from "./notify-users.ts";

const app = runApp();
const DAY_MS = 86_400_000;

const anOwner = () => aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
const listOf = async (caller: Caller, query = ""): Promise<Notification[]> =>
  ((await caller.get(`/api_v1/notification/list${query}`)).body as { items: Notification[] }).items;
const unreadOf = async (caller: Caller): Promise<number> =>
  ((await caller.get("/api_v1/notification/summary")).body as NotificationSummary).unread;

const tell = (caller: Caller, count: number, at = app.current.clock.now()) =>
  app.current.db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) {
      const details = { what: "grant", decision: "approved", by: "lea" };
      await notifyUsers(tx, [caller.id], { eventKey: randomUUID(), kind: "request_decided", details, at });
    }
  });

const setMembers = async (owner: Caller, id: string, members: readonly string[]): Promise<void> => {
  const { revision } = (await owner.get(`/api_v1/task/detail/${id}`)).body as { revision: number };
  const { status } = await owner.post(`/api_v1/task/update/${id}`, { expect_revision: revision, members });
  expect(status).toBe(200);
};

describe("a rater", () => {
  it("is notified once when judging opens, by the task's name alone, and not after they are removed", async () => {
    const [owner, rater, other] = [await anOwner(), await aCaller(app.current), await aCaller(app.current)];
    const labels = [`North ${randomUUID()}`, `South ${randomUUID()}`];
    const { id, ask } = await anEvaluation(app.current, owner, { raters: [rater], labels });
    await ask("raters", { usernames: [rater.username, other.username] });
    const items = await listOf(rater);
    expect(items).toEqual([
      {
        id: expect.any(Number),
        kind: "judging_opened",
        task: { id, name: "Which is better", kind: "Benchmark" },
        created_at: expect.any(String),
        is_read: false,
      },
    ]);
    expect(await listOf(other)).toHaveLength(1);
    expect(await listOf(owner)).toEqual([]);
    await ask("raters", { usernames: [other.username] });
    expect([await listOf(rater), await unreadOf(rater)]).toEqual([[], 0]);
  });

  it("who was chosen before judging opens is notified when it opens", async () => {
    const [owner, rater] = [await anOwner(), await aCaller(app.current)];
    const { id, benchmark, ask, detail } = await anEvaluation(app.current, owner);
    expect((await benchmark.post("stop_evaluation", undefined)).status).toBe(200);
    expect((await ask("raters", { usernames: [rater.username] })).status).toBe(200);
    expect(await listOf(rater)).toEqual([]);
    expect((await detail()).status).toBe("Generating");
    expect((await benchmark.post("start_evaluation", undefined)).status).toBe(200);
    expect(await listOf(rater)).toMatchObject([{ kind: "judging_opened", task: { id } }]);
  });
});

describe("notifications", () => {
  it("tell new members of a task about it, and nobody who was one before", async () => {
    const [owner, first, second] = [await anOwner(), await anOwner(), await anOwner()];
    const { id } = await aGeneratedBenchmark(app.current, owner);
    await setMembers(owner, id, [first.username]);
    await setMembers(owner, id, [first.username, second.username]);
    expect(await listOf(first)).toMatchObject([{ kind: "member_added", task: { id }, by: owner.username }]);
    expect(await listOf(second)).toHaveLength(1);
    await setMembers(owner, id, []);
    expect(await listOf(second)).toEqual([]);
  });

  it("tell a requester what another person decided, but not what they withdrew themselves", async () => {
    const [asker, decider] = [await aCaller(app.current), await aCaller(app.current)];
    const decide = (decidedBy: string) =>
      app.current.db.transaction().execute((tx) =>
        notifyRequester(tx, {
          id: randomUUID(),
          what: "permission",
          decision: "rejected",
          requestedBy: asker.username,
          decidedBy,
          at: app.current.clock.now(),
        }),
      );
    await decide(asker.username);
    await decide(decider.username);
    expect(await listOf(asker)).toMatchObject([
      { kind: "request_decided", what: "permission", decision: "rejected", by: decider.username },
    ]);
  });

  it("are listed newest first by pages, and marked as read up to one of them", async () => {
    const [caller, stranger] = [await aCaller(app.current), await aCaller(app.current)];
    await tell(caller, 5);
    const { items, next_before } = (await caller.get("/api_v1/notification/list?limit=2")).body as {
      items: Notification[];
      next_before: number;
    };
    const rest = await listOf(caller, `?before=${next_before}`);
    const ids = [...items, ...rest].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids).toHaveLength(5);
    const upTo = ids[1];
    expect((await stranger.post("/api_v1/notification/read", { up_to: ids[0] })).status).toBe(200);
    expect(await unreadOf(caller)).toBe(5);
    const read = await caller.post("/api_v1/notification/read", { up_to: upTo });
    expect(read).toMatchObject({ status: 200, body: { unread: 1 } });
    expect(await listOf(stranger)).toEqual([]);
  });

  it("reach ten thousand users by one statement, each once, with an event for each", async () => {
    const { db, clock } = app.current;
    await sql`insert into console_user (id, username, email, realname, user_role, is_enabled)
      select gen_random_uuid(), 'many-' || n, 'many-' || n || '@dailies.test', 'Many', 'labeller', true
      from generate_series(1, 10000) n`.execute(db);
    const { rows } = await sql<{ id: string }>`select id from console_user where username like 'many-%'`.execute(db);
    const ids = rows.map(({ id }) => id);
    const details = { what: "grant", decision: "approved", by: "lea" };
    const notice = { eventKey: "once", kind: "request_decided", details, at: clock.now() } as const;
    const told = () => db.transaction().execute((tx) => notifyUsers(tx, ids, notice));
    expect(await told()).toHaveLength(10_000);
    expect(await told()).toHaveLength(0);
    const { rows: events } = await sql<{ count: number }>`
      select count(*)::int as count from event_outbox where topic = any(${ids.map((id) => `notifications:${id}`)})
    `.execute(db);
    expect(events[0]?.count).toBeLessThanOrEqual(10_000);
  });

  it("are deleted after 90 days, and beyond 200 for one user", async () => {
    const [many, old] = [await aCaller(app.current), await aCaller(app.current)];
    const now = app.current.clock.now();
    await tell(many, 205);
    await tell(old, 2, new Date(now.getTime() - 91 * DAY_MS));
    await tell(old, 1);
    expect(await deleteOldNotifications(app.current.db, { now, limit: 1_000 })).toBe(7);
    expect([await unreadOf(many), await unreadOf(old)]).toEqual([200, 1]);
    expect(await deleteOldNotifications(app.current.db, { now, limit: 1_000 })).toBe(0);
  });

  it("keep the settings of a user", async () => {
    const caller = await aCaller(app.current);
    expect((await caller.get("/api_v1/notification/summary")).body).toEqual({
      unread: 0,
      is_mailed: true,
      language: null,
    });
    await caller.post("/api_v1/notification/settings", { is_mailed: true, language: "en" });
    const changed = await caller.post("/api_v1/notification/settings", { is_mailed: false, language: "zh" });
    expect(changed.body).toEqual({ unread: 0, is_mailed: false, language: "zh" });
  });
});
