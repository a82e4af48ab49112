import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OutboxRelay, startOutboxRelay } from "../../../platform/db/outbox-relay.ts";
import { newId } from "../../../platform/ids.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import { createTemporal, type Temporal } from "../../../platform/temporal/temporal.ts";
import { startTemporalWorker, type TemporalWorker } from "../../../platform/temporal/temporal-worker.ts";
import { aGrid, type GridOptions } from "../../../testing/builders/a-grid.ts";
import { aVideoPerformer, type TestPerformerOptions } from "../../../testing/builders/a-video-performer.ts";
import { eventually } from "../../../testing/eventually.ts";
import { openPerformRig, type PerformRig } from "../../../testing/rigs/perform-rig.ts";
import { runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { generationActivities } from "../execution/generation.activities.ts";
import { gridWorkflowId, jobsTaskQueue } from "../workflows/generation-ids.rules.ts";
import { type GenerationDeps, reconcile } from "./reconcile.ts";
import { reconcileTask } from "./reconcile-task.ts";
import { startRun } from "./start-run.ts";

const database = testDatabase();
const config = testConfig();
const taskQueue = `grid-${newId()}`;
let rig: PerformRig;
let temporal: Temporal;
let relay: OutboxRelay;
let workflows: TestWorker;
let calls: TemporalWorker;
let deps: GenerationDeps;

beforeAll(async () => {
  const { db } = database.current;
  rig = await openPerformRig(db);
  temporal = createTemporal(config.temporal);
  deps = { ...rig.deps, temporal };
  const { log } = rig.deps;
  workflows = await runWorker({ taskQueue, activities: {}, log });
  calls = await startTemporalWorker({
    ...config.temporal,
    taskQueue: jobsTaskQueue(taskQueue),
    log,
    buildId: "test",
    activities: atActivityEdge(generationActivities(deps), log, { doneLevel: "debug" }),
  });
  relay = startOutboxRelay({ db, temporal, log, taskQueue, intervalMs: 50 });
});
afterAll(async () => {
  await relay?.stop();
  calls?.shutdown();
  await calls?.finished;
  await workflows?.stop();
  await temporal?.close();
  await rig?.close();
});

const begin = async (options: Partial<TestPerformerOptions>, grid: Omit<GridOptions, "performerId">) => {
  const { db } = database.current;
  const performerId = await aVideoPerformer(db, { endpoint: rig.performer.url, ...options });
  const made = await aGrid(db, { performerId, ...grid });
  const start = { ...made, reason: "test", by: "ann", requestId: `test-${newId()}`, at: new Date() };
  await db.transaction().execute((tx) => startRun(tx, start));
  return { ...made, performerId };
};
const statuses = async (taskId: string) => {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from performer_task where task_id = ${taskId} group by status`.execute(
    database.current.db,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
};
const isClosed = async (taskId: string) => {
  const { rows } = await sql<{ finished_at: Date | null }>`
    select finished_at from generation_run where task_id = ${taskId}`.execute(database.current.db);
  return rows[0]?.finished_at ? true : undefined;
};
const stop = async (workflowId: string, how: "terminate" | "cancel"): Promise<void> => {
  const handle = (await temporal.client()).workflow.getHandle(workflowId);
  await (how === "cancel" ? handle.cancel() : handle.terminate("a test"));
};
const revivals = () => rig.lines.filter((line) => line.includes("restarted calls whose lease had expired"));
const inFlightAtProvider = () => [...rig.performer.jobs.values()].filter((job) => job.status === "in_progress").length;

describe("a run", () => {
  it("takes every cell of every partition to its end, within the limit, and closes", async () => {
    rig.performer.behaviour.workMs = 300;
    const { taskId } = await begin({ concurrency: 7 }, { cells: 40, perPartition: 15 });
    await eventually(() => isClosed(taskId));
    expect(await statuses(taskId)).toEqual({ Succeeded: 40 });
    expect(rig.performer.mostInFlight()).toBeLessThanOrEqual(7);
    expect(rig.performer.jobs.size).toBe(40);
    const loud = rig.lines.filter((line) => /"level":"(warn|error)"/.test(line) && !line.includes("not polling"));
    expect(loud).toEqual([]);
  });

  it("whose workflows are gone goes on by itself", async () => {
    rig.performer.behaviour.workMs = 3_000;
    const { taskId, run } = await begin({ concurrency: 10 }, { cells: 20, perPartition: 10 });
    await eventually(() => (inFlightAtProvider() > 3 ? true : undefined));
    await stop(gridWorkflowId(taskId, run, 0), "terminate");
    await sql`update generation_run set started_at = now() - interval '2 minutes' where task_id = ${taskId}`.execute(
      database.current.db,
    );
    rig.performer.behaviour.workMs = 0;
    await reconcile(deps);
    await eventually(() => isClosed(taskId), 90_000);
    expect(await statuses(taskId)).toEqual({ Succeeded: 20 });
  }, 150_000);

  it("that somebody cancels in the engine leaves nothing running at the provider", async () => {
    rig.performer.behaviour.workMs = 60_000;
    const { taskId, run, performerId } = await begin({ concurrency: 10 }, { cells: 20, perPartition: 10 });
    await eventually(() => (inFlightAtProvider() >= 10 ? true : undefined));
    await stop(gridWorkflowId(taskId, run, 0), "cancel");
    await eventually(() => isClosed(taskId));
    await eventually(() => (inFlightAtProvider() === 0 ? true : undefined));
    expect(await statuses(taskId)).toEqual({ Cancelled: 20 });
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from performer_slot where performer_id = ${performerId} and call_id is not null`.execute(
        database.current.db,
      );
      return rows.length === 0 ? true : undefined;
    });
  });
});

describe("calls without a runner", () => {
  /** Two jobs, one of them in flight, without an open run and so without a workflow. */
  const aLostPair = async () => {
    const { db } = database.current;
    rig.performer.behaviour.workMs = 200;
    const performerId = await aVideoPerformer(db, { endpoint: rig.performer.url });
    const { taskId } = await aGrid(db, { performerId, cells: 2 });
    const call = await db.selectFrom("performer_task").select("id").where("task_id", "=", taskId).limit(1).execute();
    await rig.step(call[0]?.id ?? "");
    return { db, taskId };
  };
  const succeeded = (taskId: string, count: number) =>
    eventually(async () => ((await statuses(taskId)).Succeeded === count ? true : undefined));

  it("are missed after a while and taken to their end, and what is in flight is not submitted again", async () => {
    const submitted = rig.performer.jobs.size;
    const { db, taskId } = await aLostPair();
    await reconcile(deps);
    expect(revivals()).toEqual([]);
    await sql`update performer_task set queued_at = now() - interval '3 minutes',
      next_poll_at = next_poll_at - interval '3 minutes' where task_id = ${taskId}`.execute(db);
    await reconcile(deps);
    await reconcile(deps);
    await succeeded(taskId, 2);
    expect(revivals()).toEqual([expect.stringContaining('"jobs":2')]);
    expect(rig.performer.jobs.size).toBe(submitted + 2);
  });

  it("are looked at when somebody asks, long before it is their time", async () => {
    const { db, taskId } = await aLostPair();
    await sql`update performer_task set next_poll_at = now() + interval '10 minutes' where task_id = ${taskId}`.execute(
      db,
    );
    rig.performer.behaviour.workMs = 0;
    await reconcileTask(db, { taskId, requestId: `ask-${newId()}` });
    await succeeded(taskId, 1);
    expect(await statuses(taskId)).toEqual({ Succeeded: 1, Pending: 1 });
  });
});
