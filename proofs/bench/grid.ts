// The largest allowed grid of a benchmark, through the API on the real database: every request a user waits for.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { benchmarksRoutes, tasksRoutes } from "@dailies/contract";
import { readConfig } from "../../apps/server/src/config.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import { type ConsoleCalls, consoleCalls } from "../chaos/harness/console-calls.ts";
import { aPersonWithSession } from "../chaos/harness/own-database.ts";
import { startServerProcess } from "../chaos/harness/server-processes.ts";
import type { Bench } from "./figures/bench-run.ts";
import { COLUMNS, NOWHERE, PERFORMERS, prepareGrid } from "./grid-task.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const LOGS = path.join(ROOT, "node_modules/.cache/bench");
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const cellsAsked = (): number => {
  const at = process.argv.indexOf("--cells");
  return at === -1 ? 100_000 : Number(process.argv[at + 1]);
};

type Act = readonly [name: string, act: () => Promise<boolean>];

/** In lifecycle order. Each action checks its reply, since a fast error proves nothing. */
const actsOn = ({ call }: ConsoleCalls, id: string, cells: number): Act[] => {
  const input = { params: { id } };
  const high = Math.min(25, cells / COLUMNS);
  const query = { row_from: 0, row_to: high - 1, col_from: 0, col_to: COLUMNS - 1 };
  const body = { reason: "again", request_key: randomUUID() };
  const generate = async () =>
    (await call(benchmarksRoutes.generateData, { ...input, body: {} })).progress.queued === cells;
  return [
    ["dry run", async () => (await call(benchmarksRoutes.dryRun, input)).calls === cells],
    ["generate", generate],
    ["generate again", generate],
    ["page of cells", async () => (await call(benchmarksRoutes.listCells, { ...input, query })).cells.length > 0],
    ["detail", async () => (await call(benchmarksRoutes.getBenchmark, input)).progress?.queued === cells],
    [
      "cancel",
      async () => (await call(benchmarksRoutes.cancelGeneration, { ...input, body: {} })).progress.cancelled === cells,
    ],
    ["retry", async () => (await call(benchmarksRoutes.retryFailed, { ...input, body })).progress.queued === cells],
    ["reset", async () => (await call(benchmarksRoutes.resetGeneration, input)).progress.waiting === cells],
    ["generate anew", generate],
    ["delete", async () => (await call(tasksRoutes.deleteTask, input)).ok],
  ];
};

const longestMs = async (acts: readonly Act[]): Promise<number> => {
  let longest = 0;
  for (const [name, act] of acts) {
    const began = performance.now();
    const isRight = await act();
    const tookMs = performance.now() - began;
    print(`  ${name.padEnd(16)} ${(tookMs / 1_000).toFixed(2)} s`);
    if (!isRight) throw new Error(`${name}: the answer is wrong`);
    longest = Math.max(longest, tookMs);
  }
  return longest;
};

export const benchGrid: Bench = async ({ isSmoke }) => {
  const cells = isSmoke ? 2_000 : cellsAsked();
  const { ownerUrl, url } = readConfig(testEnvironment()).database;
  if (ownerUrl === undefined) throw new Error("the bench makes its own database and needs DAILIES_OWNER_DATABASE_URL");
  const name = await createMigratedDatabase({ ownerUrl, appUrl: url });
  const [port, ops] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...testEnvironment(),
    DAILIES_MODE: "production",
    DAILIES_LOG_LEVEL: "warn",
    DAILIES_WEB_ROOT: undefined,
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${ops}`,
    DAILIES_PUBLIC_ORIGIN: origin,
    DAILIES_PERFORMER_ORIGINS: NOWHERE,
    DAILIES_DATABASE_URL: withDatabase(url, name),
    DAILIES_TASK_QUEUE: `bench-${randomBytes(6).toString("hex")}`,
  };
  mkdirSync(LOGS, { recursive: true });
  const options = { readyUrl: `http://127.0.0.1:${ops}/readyz`, logFile: path.join(LOGS, "grid-api.log") };
  const api = await startServerProcess("apps/server/src/bin/api.ts", environment, options);
  try {
    const cookie = await aPersonWithSession(environment.DAILIES_DATABASE_URL, [
      "USE_VERSION_1_0",
      "PERFORMER_PLAYGROUND",
    ]);
    const calls = consoleCalls(origin, cookie);
    const id = await prepareGrid(calls, cells);
    print(`${cells} cells, ${PERFORMERS} performers; load ${loadavg()[0]?.toFixed(1)}`);
    const longestS = (await longestMs(actsOn(calls, id, cells))) / 1_000;
    const grownMegabytes = api.growthBytes() / 1024 ** 2;
    return {
      figures: [
        { id: "grid.longest", value: longestS },
        { id: "grid.growth", value: grownMegabytes },
      ],
      voids: [],
      faults: [],
    };
  } finally {
    await api.stop();
    await dropDatabase(ownerUrl, name);
  }
};
