import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aGrid } from "../../../testing/builders/a-grid.ts";
import { aVideoPerformer } from "../../../testing/builders/a-video-performer.ts";
import { eventually } from "../../../testing/eventually.ts";
import { type InstantPerformer, startInstantPerformer } from "../../../testing/rigs/instant-performer.ts";
import { killableWorkers, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { renderClip } from "../../../testing/rigs/perform-rig.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { startRun } from "./start-run.ts";

const database = testDatabase();
const PRICE = { unit: "call", unit_price_micros: 40_000, currency: "USD", checked_at: null } as const;
const SLOTS = 6;
const CELLS = 60;
const KILLS = 3;
let alive: ChildProcess[] = [];
let folder: string;
let performer: InstantPerformer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "calls-kill-"));
  await chmod(folder, 0o711);
  performer = await startInstantPerformer(await renderClip(folder));
});
afterAll(async () => {
  await performer?.close();
  await rm(folder, { recursive: true });
});

const workers = killableWorkers(() => database.current.url, "calls-kill");
const startWorker = async (): Promise<void> => {
  const scratch = { DAILIES_MEDIA_FOLDER: join(folder, "scratch"), DAILIES_PERFORMER_ORIGINS: performer.url };
  alive.push(await workers.start(scratch));
};

const succeeded = async (taskId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from performer_task where task_id = ${taskId} and status = 'Succeeded'`.execute(
    database.current.db,
  );
  return rows[0]?.n ?? 0;
};

/** Kills a random worker and starts a replacement. */
const killOne = async (): Promise<void> => {
  const victim = alive[Math.floor(Math.random() * alive.length)];
  if (!victim) throw new Error("no worker is left");
  alive = alive.filter((worker) => worker !== victim);
  await killWorker(victim);
  await startWorker();
};

describe("three workers of which one after another is killed", () => {
  it("make every clip once, are never above the limit and leave nothing behind", async () => {
    const { db } = database.current;
    performer.behaviour.workMs = 1_500;
    const performerId = await aVideoPerformer(db, { endpoint: performer.url, concurrency: SLOTS, pricing: PRICE });
    const grid = await aGrid(db, { performerId, cells: CELLS, estimateMicros: 40_000, perPartition: 30 });
    const { taskId } = grid;
    await Promise.all([startWorker(), startWorker(), startWorker()]);
    const start = { ...grid, reason: "test", by: "ann", requestId: newId(), at: new Date() };
    await db.transaction().execute((tx) => startRun(tx, start));
    for (let kill = 1; kill <= KILLS; kill++) {
      const wanted = Math.floor((CELLS / (KILLS + 2)) * kill);
      await eventually(async () => ((await succeeded(taskId)) >= wanted ? true : undefined), 240_000);
      await sleep(Math.random() * 1_000);
      await killOne();
    }
    await eventually(async () => ((await succeeded(taskId)) === CELLS ? true : undefined), 300_000);

    await eventually(async () => {
      const { rows: open } = await sql`select 1 from generation_run where finished_at is null`.execute(db);
      return open.length === 0 ? true : undefined;
    }, 120_000);

    expect(performer.jobs.size).toBe(CELLS);
    expect(performer.mostInFlight()).toBeLessThanOrEqual(SLOTS);
    const { rows } = await sql`
      select b.spent_micros, b.reserved_micros,
        (select count(*)::int from asset_reference where kind = 'call') as clips,
        (select count(*)::int from performer_slot where call_id is not null) as held,
        (select count(*)::int from benchmark_cell where status = 'Succeeded') as cells
      from benchmark b where b.task_id = ${taskId}`.execute(db);
    expect(rows).toEqual([
      { spent_micros: BigInt(CELLS * 40_000), reserved_micros: 0n, clips: CELLS, held: 0, cells: CELLS },
    ]);
  }, 900_000);
});
