import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { aGrid } from "../../../testing/builders/a-grid.ts";
import { aVideoPerformer } from "../../../testing/builders/a-video-performer.ts";
import { examplesAsked } from "../../../testing/environment.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { cancelJobs } from "../jobs/cancel-jobs.ts";
import { claimJob, releaseEnded } from "../jobs/job.store.ts";
import { updateSucceeded, updateUnsuccessful } from "./settle.store.ts";

const database = testDatabase();
const CALLS = 8;
const SLOTS = 3;
const COST = 10;
const BUDGET = 5 * COST;

interface World {
  readonly db: Db;
  readonly taskId: string;
  readonly userId: string;
  readonly performerId: string;
  readonly calls: readonly string[];
}

const aWorld = async (): Promise<World> => {
  const { db } = database.current;
  const performerId = await aVideoPerformer(db, { endpoint: "http://127.0.0.1:9", concurrency: SLOTS });
  const grid = await aGrid(db, { performerId, cells: CALLS, estimateMicros: COST, hardBudgetMicros: BUDGET });
  const rows = await db.selectFrom("performer_task").select("id").where("task_id", "=", grid.taskId).execute();
  return { db, ...grid, performerId, calls: rows.map((row) => row.id) };
};

const jobOf = ({ calls }: World, n: number): string => calls[n % calls.length] ?? "";

const NULL_PROBE = {
  width: 2,
  height: 2,
  fps: 1,
  duration: 1,
  frames: 1,
  codec: "h264",
  audio: null,
  vfr: false,
};

const succeed = async (world: World, jobId: string): Promise<void> => {
  const [assetId, sha256, now] = [newId(), randomBytes(32), new Date()];
  const clip = { assetId, sha256, sizeBytes: 1, mime: "video/mp4", probe: NULL_PROBE, bucket: "b", objectKey: assetId };
  const asset = {
    clip: { ...clip, posterKey: null, sprite: null },
    ownerId: world.userId,
    createdBy: "p",
    name: "n",
    at: now,
    reference: { kind: "call", refId: jobId, label: "l" },
  };
  const row = await world.db
    .selectFrom("performer_task")
    .select("started_at")
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  if (row.started_at === null) return;
  const cost = { amountMicros: COST, currency: "USD", units: 1, unitPriceMicros: COST, basis: "computed" as const };
  const found = { metrics: null, warnings: [], seedUsed: null, rawStatus: "done", log: [] };
  await updateSucceeded(world.db, { jobId, cost, ...found }, asset);
};

const fail = async ({ db }: World, jobId: string, mustCancel: boolean): Promise<void> => {
  const row = await db.selectFrom("performer_task").selectAll().where("id", "=", jobId).executeTakeFirstOrThrow();
  const error = { code: "refused", message: "no", isRetryable: false };
  const end = { jobId, status: "Failed" as const, mustCancel: mustCancel && row.started_at !== null, error };
  await updateUnsuccessful(db, { ...end, rawStatus: null, log: [] });
};

const cancel = ({ db, taskId }: World, jobIds?: string[]): Promise<number> =>
  db
    .transaction()
    .execute((tx) =>
      cancelJobs(
        tx,
        { taskId, ...(jobIds && { jobIds }) },
        { actor: { username: "a" }, requestId: newId(), at: new Date() },
      ),
    );

/** Possible operations on jobs, in any order and concurrently. */
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("take" as const), n: fc.nat(CALLS - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("succeed" as const), n: fc.nat(CALLS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("fail" as const), n: fc.nat(CALLS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("expire" as const), n: fc.nat(CALLS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), n: fc.nat(CALLS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("tell" as const), n: fc.nat(CALLS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel all" as const), n: fc.constant(0) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const run = async (world: World, { kind, n }: Act): Promise<unknown> => {
  const jobId = jobOf(world, n);
  const line = { at: new Date().toISOString(), text: "told" };
  if (kind === "take") return claimJob(world.db, jobId, Math.random() < 0.5 ? 20 : 0);
  if (kind === "succeed") return succeed(world, jobId);
  if (kind === "fail") return fail(world, jobId, false);
  if (kind === "expire") return fail(world, jobId, true);
  if (kind === "tell") return releaseEnded(world.db, jobId, line);
  return cancel(world, kind === "cancel" ? [jobId] : undefined);
};

const audit = async ({ db, taskId, performerId }: World) => {
  const { rows } = await sql<Record<string, number | boolean>>`
    select
      (select count(*)::int from performer_slot where performer_id = ${performerId} and call_id is not null) as held,
      (select count(*)::int from performer_slot s join performer_task c on c.id = s.call_id
        where s.performer_id = ${performerId} and c.finished_at is not null and not c.must_cancel) as leaked,
      (select count(*)::int from performer_task c
        where c.task_id = ${taskId} and c.started_at is not null and c.finished_at is null
          and not exists (select from performer_slot s where s.call_id = c.id)) as unheld,
      b.reserved_micros = (select sum(reserved_micros) from performer_task where task_id = ${taskId}) as is_reserved,
      b.spent_micros = (select coalesce(sum(cost_micros), 0) from performer_task where task_id = ${taskId}) as is_spent,
      b.spent_micros + b.reserved_micros <= b.budget_micros as is_within,
      (select count(*)::int from benchmark_cell x join performer_task c on c.id = x.latest_attempt_id
        where x.task_id = ${taskId} and (c.finished_at is null) <> (x.status in ('Queued', 'Running'))) as wrong_cells
    from benchmark b where b.task_id = ${taskId}`.execute(db);
  return rows[0];
};

describe("slots, money and cells", () => {
  it("agree after any history of takes, ends and cancels, also when they come at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 15 }), async (history) => {
        const world = await aWorld();
        for (const atOnce of history) {
          await Promise.all(atOnce.map((each) => run(world, each)));
          const found = await audit(world);
          expect(found).toMatchObject({ leaked: 0, unheld: 0, wrong_cells: 0 });
          expect(found).toMatchObject({ is_reserved: true, is_spent: true, is_within: true });
          expect(found?.held).toBeLessThanOrEqual(SLOTS);
        }
      }),
      { numRuns: examplesAsked(25) },
    );
  }, 240_000);
});
