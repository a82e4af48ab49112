import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aGrid } from "../../../testing/builders/a-grid.ts";
import { aVideoPerformer, type TestPerformerOptions } from "../../../testing/builders/a-video-performer.ts";
import { openPerformRig, type PerformRig } from "../../../testing/rigs/perform-rig.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { announceCells, announceJob } from "../../events/index.ts";
import { cancelJobs } from "../jobs/cancel-jobs.ts";
import { CRASH_POINTS } from "./crash-points.ts";

const database = testDatabase();
const PRICE = { unit: "call", unit_price_micros: 40_000, currency: "USD", checked_at: null } as const;
let rig: PerformRig;

beforeAll(async () => {
  rig = await openPerformRig(database.current.db);
});
afterAll(() => rig?.close());
beforeEach(() => {
  Object.assign(rig.performer.behaviour, {
    workMs: 0,
    fault: () => false,
    content: () => rig.clip,
    outcome: () => "completed",
  });
});

const grid = async (more: Partial<TestPerformerOptions> & { cells?: number; hardBudgetMicros?: number } = {}) => {
  const { db } = database.current;
  const { cells = 1, hardBudgetMicros, ...options } = more;
  const performerId = await aVideoPerformer(db, { endpoint: rig.performer.url, pricing: PRICE, ...options });
  const budget = hardBudgetMicros === undefined ? {} : { hardBudgetMicros };
  const made = await aGrid(db, { performerId, cells, estimateMicros: 40_000, ...budget });
  const rows = await db
    .selectFrom("performer_task")
    .select("id")
    .where("task_id", "=", made.taskId)
    .orderBy("seed_requested")
    .execute();
  return { ...made, performerId, calls: rows.map((row) => row.id) as [string, ...string[]] };
};

const call = (id: string) =>
  database.current.db.selectFrom("performer_task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const account = (taskId: string) =>
  database.current.db
    .selectFrom("benchmark")
    .select(["spent_micros", "reserved_micros"])
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
const cellOf = async (id: string) =>
  database.current.db
    .selectFrom("benchmark_cell")
    .selectAll()
    .where("latest_attempt_id", "=", id)
    .executeTakeFirstOrThrow();
const heldSlots = async (performerId: string) => {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from performer_slot where performer_id = ${performerId} and call_id is not null`.execute(
    database.current.db,
  );
  return rows[0]?.held;
};
const assetsOf = async (id: string) =>
  database.current.db.selectFrom("asset_reference").select("asset_id").where("ref_id", "=", id).execute();
const jobsOf = (id: string) => [...rig.performer.jobs.values()].filter((job) => job.key === `dailies-${id}`);
const cancel = (taskId: string) =>
  database.current.db
    .transaction()
    .execute((tx) => cancelJobs(tx, { taskId }, { actor: { username: "ann" }, requestId: taskId, at: new Date() }));

describe("a call", () => {
  it("becomes a clip in storage, one cost and a cell that succeeded", async () => {
    const { calls, taskId, performerId } = await grid();
    const [id] = calls;
    expect(await rig.step(id)).toEqual({ isDone: true });
    const row = await call(id);
    expect(row).toMatchObject({
      status: "Succeeded",
      cost_micros: 40_000n,
      cost_basis: "computed",
      must_cancel: false,
    });
    expect(row.probe).toMatchObject({ width: 128, height: 72 });
    expect(await account(taskId)).toEqual({ spent_micros: 40_000n, reserved_micros: 0n });
    expect(await cellOf(id)).toMatchObject({ status: "Succeeded", counted_attempt_id: id });
    expect(await heldSlots(performerId)).toBe(0);
    expect(await assetsOf(id)).toEqual([{ asset_id: row.asset_id }]);
    const asset = await database.current.db
      .selectFrom("asset")
      .innerJoin("asset_version as v", "v.asset_id", "asset.id")
      .selectAll()
      .where("id", "=", row.asset_id ?? "")
      .executeTakeFirstOrThrow();
    expect(asset).toMatchObject({
      origin: "generated",
      ref_count: 1,
      status: "Ready",
      size_bytes: BigInt(rig.clip.length),
    });
    expect(asset.sha256).toEqual(row.output_sha256);
  });

  it("tells those who watch what the events feature itself would", async () => {
    const { db } = database.current;
    const told = async () => {
      const rows = await db.selectFrom("event_outbox").select(["topic", "payload"]).orderBy("id").execute();
      await sql`delete from event_outbox`.execute(db);
      return rows;
    };
    const { calls, taskId } = await grid();
    await told();
    await rig.step(calls[0]);
    const byStatement = await told();
    const place = { taskId, row: 0, col: 0, sample: 0, status: "Succeeded", attemptCount: 1 } as const;
    await db.transaction().execute((tx) => announceCells(tx, [{ ...place, progress: 1, queuePosition: null }]));
    expect(byStatement).toEqual(await told());
    const alone = await grid();
    await sql`update performer_task set cell_id = null, attempt_n = null, task_id = null where id = ${alone.calls[0]}`.execute(
      db,
    );
    rig.performer.behaviour.outcome = () => "failed";
    await told();
    await rig.finish(alone.calls[0]);
    const ended = (await told()).slice(-1);
    const call = { id: alone.calls[0], userId: alone.userId, status: "Failed" } as const;
    await db.transaction().execute((tx) => announceJob(tx, { ...call, progress: null, queuePosition: null }));
    expect(ended).toEqual(await told());
  });

  it("shares what is stored already when the very same bytes come again", async () => {
    const { calls } = await grid({ cells: 2 });
    for (const id of calls) await rig.step(id);
    const keys = await database.current.db
      .selectFrom("asset_version as v")
      .innerJoin("performer_task as c", "c.asset_id", "v.asset_id")
      .select(["v.object_key", "v.poster_key"])
      .where("c.id", "in", calls)
      .execute();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]?.poster_key).not.toBeNull();
  });

  it("waits with its slot while the provider works, and tells what it hears", async () => {
    rig.performer.behaviour.workMs = 60_000;
    const { calls, performerId } = await grid();
    const [id] = calls;
    expect(await rig.step(id)).toMatchObject({ isDone: false });
    expect(await call(id)).toMatchObject({ status: "Running", raw_status: "in_progress", polls: 1 });
    expect(await cellOf(id)).toMatchObject({ status: "Running" });
    expect(await heldSlots(performerId)).toBe(1);
    rig.performer.behaviour.workMs = 0;
    expect(await rig.step(id)).toEqual({ isDone: true });
    expect(rig.performer.jobs.size).toBeGreaterThan(0);
    expect(jobsOf(id)).toHaveLength(1);
  });

  it("that the provider refuses fails and costs nothing", async () => {
    rig.performer.behaviour.outcome = () => "failed";
    const { calls, taskId, performerId } = await grid();
    await rig.finish(calls[0]);
    expect(await call(calls[0])).toMatchObject({ status: "Failed", cost_micros: null });
    expect(await cellOf(calls[0])).toMatchObject({ status: "Failed" });
    expect(await account(taskId)).toEqual({ spent_micros: 0n, reserved_micros: 0n });
    expect(await heldSlots(performerId)).toBe(0);
  });

  it("bears two faults that may pass, and fails with the third as one worth trying again", async () => {
    let faults = 2;
    rig.performer.behaviour.fault = (what) => (what === "submit" && faults-- > 0 ? 503 : false);
    const first = await grid();
    await rig.finish(first.calls[0]);
    expect(await call(first.calls[0])).toMatchObject({ status: "Succeeded" });
    rig.performer.behaviour.fault = (what) => (what === "submit" ? 503 : false);
    const second = await grid();
    await rig.finish(second.calls[0]);
    expect(await call(second.calls[0])).toMatchObject({
      status: "Failed",
      error_code: "unavailable",
      error_is_retryable: true,
    });
  });

  it("whose output is no video fails as such, after it was fetched once more", async () => {
    rig.performer.behaviour.content = () => Buffer.from("<html>an error page</html>".repeat(50));
    const { calls, taskId } = await grid();
    await rig.finish(calls[0]);
    expect(await call(calls[0])).toMatchObject({
      status: "Failed",
      error_code: "bad_output",
      error_is_retryable: false,
    });
    expect(await account(taskId)).toEqual({ spent_micros: 0n, reserved_micros: 0n });
  });

  it("past its time expires, and the provider is told", async () => {
    rig.performer.behaviour.workMs = 60_000;
    const { calls, performerId } = await grid();
    const [id] = calls;
    await rig.step(id);
    await sql`update performer_task set deadline_at = now() - interval '1 second' where id = ${id}`.execute(
      database.current.db,
    );
    await rig.finish(id);
    expect(await call(id)).toMatchObject({ status: "Expired", error_code: "timeout", must_cancel: false });
    expect(jobsOf(id)).toMatchObject([{ status: "cancelled" }]);
    expect(await heldSlots(performerId)).toBe(0);
  });

  it("waits for a free slot and for the rate limit", async () => {
    rig.performer.behaviour.workMs = 60_000;
    const { calls } = await grid({ cells: 3, concurrency: 2 });
    for (const id of calls) expect(await rig.step(id)).toMatchObject({ isDone: false });
    expect(await call(calls[2] ?? "")).toMatchObject({ status: "Pending", started_at: null });
    const slow = await grid({ cells: 2, rpm: 6 });
    await rig.step(slow.calls[0]);
    const look = await rig.step(slow.calls[1] ?? "");
    expect(look).toMatchObject({ isDone: false });
    expect(look.isDone ? 0 : look.againInMs).toBeGreaterThan(8_000);
  });

  it("is not begun when a hard budget would be passed", async () => {
    const { calls, taskId } = await grid({ cells: 3, hardBudgetMicros: 100_000 });
    for (const id of calls) await rig.step(id);
    const rows = await Promise.all(calls.map(call));
    expect(rows.map((row) => row.status)).toEqual(["Succeeded", "Succeeded", "Cancelled"]);
    expect(rows[2]).toMatchObject({ error_code: "budget_stop" });
    expect(await account(taskId)).toEqual({ spent_micros: 80_000n, reserved_micros: 0n });
  });
});

describe("cancelling", () => {
  it("gives back what was reserved at once, tells the provider, and keeps nothing that comes late", async () => {
    rig.performer.behaviour.workMs = 60_000;
    const { calls, taskId, performerId } = await grid({ cells: 2 });
    const [id, waiting = ""] = calls;
    await rig.step(id);
    expect(await account(taskId)).toEqual({ spent_micros: 0n, reserved_micros: 40_000n });
    expect(await cancel(taskId)).toBe(2);
    expect(await account(taskId)).toEqual({ spent_micros: 0n, reserved_micros: 0n });
    expect(await call(waiting)).toMatchObject({ status: "Cancelled", must_cancel: false });
    expect(await call(id)).toMatchObject({ status: "Cancelled", must_cancel: true });
    expect(await heldSlots(performerId)).toBe(1);
    rig.performer.behaviour.workMs = 0;
    await rig.finish(id);
    expect(await call(id)).toMatchObject({
      status: "Cancelled",
      must_cancel: false,
      asset_id: null,
      cost_micros: null,
    });
    expect(await assetsOf(id)).toEqual([]);
    expect(await heldSlots(performerId)).toBe(0);
    expect(await cancel(taskId)).toBe(0);
  });

  it.each(["slot taken", "submitted", "output opened", "output stored"] as const)(
    "while a worker is at '%s' leaves no clip, no cost and no slot",
    async (point) => {
      const { calls, taskId, performerId } = await grid();
      const [id] = calls;
      const reached = async (here: string) => {
        if (here === point) await cancel(taskId);
      };
      await rig.step(id, { reached });
      await rig.finish(id);
      expect(await call(id)).toMatchObject({ status: "Cancelled", asset_id: null, must_cancel: false });
      expect(await account(taskId)).toEqual({ spent_micros: 0n, reserved_micros: 0n });
      expect(await heldSlots(performerId)).toBe(0);
      expect(await assetsOf(id)).toEqual([]);
    },
  );
});

describe("a worker that dies", () => {
  const crash = async (id: string, point: string): Promise<boolean> => {
    const dying = new AbortController();
    const reached = async (here: string) => {
      if (here !== point) return;
      dying.abort();
      throw new Crash();
    };
    const end = await rig.step(id, { reached }, dying.signal).catch((error: unknown) => error);
    // As if the lease had expired: the next claim must not wait for the dead worker.
    await sql`update performer_slot set busy_until = '-infinity' where call_id = ${id}`.execute(database.current.db);
    return end instanceof Crash;
  };

  it.each(CRASH_POINTS)("after '%s' leaves one clip and one cost", async (point) => {
    const isOfCancel = point === "provider told" || point === "ended";
    rig.performer.behaviour.workMs = point === "looked" || point === "submission noted" || isOfCancel ? 60_000 : 0;
    const { calls, taskId, performerId } = await grid();
    const [id] = calls;
    if (point === "looked" || isOfCancel) await rig.step(id);
    if (isOfCancel)
      await sql`update performer_task set deadline_at = now() - interval '1 second' where id = ${id}`.execute(
        database.current.db,
      );
    expect(await crash(id, point)).toBe(true);
    rig.performer.behaviour.workMs = 0;
    await rig.finish(id);
    const row = await call(id);
    expect(row.status).toBe(isOfCancel ? "Expired" : "Succeeded");
    expect(await assetsOf(id)).toHaveLength(isOfCancel ? 0 : 1);
    expect(jobsOf(id)).toHaveLength(1);
    expect(await account(taskId)).toEqual({ spent_micros: isOfCancel ? 0n : 40_000n, reserved_micros: 0n });
    expect(await heldSlots(performerId)).toBe(0);
  });
});

class Crash extends Error {}
