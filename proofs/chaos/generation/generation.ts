// Generates a grid while everything under it is killed repeatedly, then audits the engines themselves.
import { randomUUID } from "node:crypto";
import { benchmarksRoutes } from "@dailies/contract";
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { seeded } from "../../seeded.ts";
import { type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import { aPersonWithSession } from "../harness/own-database.ts";
import { audit } from "./audit.ts";
import { type Disturbed, disturb, type Work } from "./disturb.ts";
import { type Grid, PRICE_MICROS, prepareGrid } from "./setup.ts";
import { watchTask } from "./watcher.ts";
import { startWorld, type World } from "./world.ts";

export interface GenerationChaos {
  readonly cells: number;
  readonly faultCount: number;
  readonly seed: number;
}

const COLUMNS = 4;
const CONCURRENCY = 8;
const SETTLE_MS = 180_000;
/** Recovery time after an injected fault, without intervention. */
const HEAL_GOAL_S = 30;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const countEnded = async (db: Db, taskId: string): Promise<number | undefined> => {
  try {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from benchmark_cell
      where task_id = ${taskId} and status in ('Succeeded', 'Failed')`.execute(db);
    return rows[0]?.n;
  } catch {
    // The process is killed on purpose now and then.
    return undefined;
  }
};

const readAllCells = async (calls: ConsoleCalls, { taskId, rows }: Grid): Promise<Map<string, string>> => {
  const seen = new Map<string, string>();
  const step = Math.floor(4_000 / COLUMNS);
  for (let from = 0; from < rows; from += step) {
    const { cells } = await calls.insist(benchmarksRoutes.listCells, {
      params: { id: taskId },
      query: { row_from: from, row_to: Math.min(rows, from + step) - 1 },
    });
    for (const { row, col, sample, status } of cells) seen.set(`${row}.${col}.${sample}`, status);
  }
  return seen;
};

/** Users regenerate cells meanwhile: every acknowledged request must be in effect at the end (I10). */
const regenerateSome = async (calls: ConsoleCalls, grid: Grid, wanted: number, pick: (bound: number) => number) => {
  const acknowledged: { row: number; col: number }[] = [];
  const used = new Set<string>();
  while (acknowledged.length < wanted) {
    const { cells } = await calls.insist(benchmarksRoutes.listCells, {
      params: { id: grid.taskId },
      query: { row_from: 0, row_to: Math.min(grid.rows, 500) - 1 },
    });
    const ready = cells.filter(({ row, col, status }) => status === "Succeeded" && !used.has(`${row}.${col}`));
    const cell = ready[pick(ready.length)];
    if (!cell) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    const { row, col } = cell;
    used.add(`${row}.${col}`);
    const { revision } = await calls.insist(benchmarksRoutes.getBenchmark, { params: { id: grid.taskId } });
    await calls.insist(benchmarksRoutes.regenerateData, {
      params: { id: grid.taskId, row: String(row), col: String(col) },
      body: { expect_revision: revision, seed: { mode: "new" }, reason: "chaos", request_key: randomUUID(), sample: 0 },
    });
    acknowledged.push({ row, col });
  }
  return acknowledged;
};

const settle = async (work: Work): Promise<boolean> => {
  const deadlineMs = performance.now() + SETTLE_MS;
  while (performance.now() < deadlineMs) {
    if ((await work.ended()) === work.total) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
};

const countAttempts = async (db: Db, taskId: string, cells: readonly { row: number; col: number }[]) => {
  const { rows } = await sql<{ row_index: number; col_index: number; attempt_count: number }>`
    select row_index, col_index, attempt_count from benchmark_cell where task_id = ${taskId}`.execute(db);
  const counts = new Map(
    rows.map(({ row_index, col_index, attempt_count }) => [`${row_index}.${col_index}`, attempt_count]),
  );
  return cells.filter(({ row, col }) => (counts.get(`${row}.${col}`) ?? 0) < 2).length;
};

const runUnderFaults = async (world: World, db: Db, options: GenerationChaos): Promise<boolean> => {
  const { cells, faultCount, seed } = options;
  const random = seeded(seed);
  const cookie = await aPersonWithSession(world.databaseUrl, ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"]);
  const calls = consoleCalls(world.origin, cookie);
  const rows = Math.ceil(cells / COLUMNS);
  const grid = await prepareGrid(calls, {
    endpoint: world.performer.url,
    rows,
    columns: COLUMNS,
    concurrency: CONCURRENCY,
  });
  const total = rows * COLUMNS;
  const watcher = watchTask({
    origin: world.origin,
    cookie,
    taskId: grid.taskId,
    readAll: () => readAllCells(calls, grid),
  });
  await world.performer.misbehave(seed);
  const began = performance.now();
  await calls.insist(benchmarksRoutes.generateData, { params: { id: grid.taskId }, body: {} });
  const work: Work = { total, ended: () => countEnded(db, grid.taskId) };
  const [disturbed, acknowledged] = await Promise.all([
    disturb(work, world.disturbances, { faultCount, random, print }),
    regenerateSome(calls, grid, Math.max(2, Math.floor(total / 100)), (bound) => random.below(Math.max(1, bound))),
  ]);
  const isSettled = await settle(work);
  const seconds = (performance.now() - began) / 1_000;
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await watcher.stop();
  const truth = await readAllCells(calls, grid);
  const stale = [...truth].filter(([cell, status]) => watcher.seen.get(cell) !== status);
  const journal = await world.performer.journal();
  const audited = await audit(db, {
    taskId: grid.taskId,
    cells: total,
    priceMicros: PRICE_MICROS,
    journal,
    s3: readConfig(world.environment).s3,
  });
  const lost = await countAttempts(db, grid.taskId, acknowledged);
  const faults = [
    ...(isSettled ? [] : [`not settled ${SETTLE_MS / 1_000} s after the last injected fault`]),
    ...audited.faults,
    ...(stale.length === 0 ? [] : [`the watcher was not told the end of ${stale.length} cells, as ${stale[0]?.[0]}`]),
    ...watcher.faults.slice(0, 3),
    ...(lost === 0 ? [] : [`${lost} acknowledged tries are missing`]),
  ];
  for (const fault of faults) print(`  FAULT ${fault}`);
  summarise(options, {
    total,
    seconds,
    disturbed,
    audited,
    journal,
    watcher,
    faults: faults.length,
    tries: acknowledged.length,
  });
  return faults.length === 0;
};

const summarise = (
  { seed }: GenerationChaos,
  {
    total,
    seconds,
    disturbed,
    audited,
    journal,
    watcher,
    faults,
    tries,
  }: {
    total: number;
    seconds: number;
    disturbed: readonly Disturbed[];
    audited: Awaited<ReturnType<typeof audit>>;
    journal: { posts: number };
    watcher: { lines: () => number; resets: () => number };
    faults: number;
    tries: number;
  },
): void => {
  const healed = disturbed.flatMap(({ healedS }) => (healedS === undefined ? [] : [healedS])).sort((a, b) => a - b);
  const slow = healed.filter((s) => s > HEAL_GOAL_S).length;
  print(
    `generation: ${total} cells, ${disturbed.length} injected faults, seed ${seed}, ${seconds.toFixed(0)} s; ${audited.attempts} attempts, ` +
      `${audited.succeeded} clips in ${audited.objects} objects, ${tries} tried again by hand; ${journal.posts} submissions; ` +
      `goes on after ${healed[Math.floor(healed.length / 2)]?.toFixed(1)} s (median), ${healed.at(-1)?.toFixed(1)} s (most, ${slow} above ${HEAL_GOAL_S} s); ` +
      `watcher: ${watcher.lines()} lines, ${watcher.resets()} resets; ${faults} faults`,
  );
};

export const chaosGeneration = async (options: GenerationChaos): Promise<boolean> => {
  const world = await startWorld();
  const { db, close } = createDatabase({ url: world.databaseUrl, poolSize: 4, applicationName: "dailies-chaos" });
  try {
    return await runUnderFaults(world, db, options);
  } finally {
    await close();
    await world.stop();
  }
};
