// A leaderboard of many judgements through the API on the real database: how long a user waits, how it affects other
// requests, and how both grow. The other route is requested at a fixed rate on one connection, in alternating slices: alone,
// and while leaderboards are computed one after the other.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { readConfig } from "../../../apps/server/src/config.ts";
import { openSession } from "../../../apps/server/src/features/auth/index.ts";
import { SESSION_COOKIE } from "../../../apps/server/src/http/security/cookies.ts";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import {
  createMigratedDatabase,
  dropDatabase,
  withDatabase as inDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import { ROOT } from "../../chaos/harness/own-engines.ts";
import { type ServerProcess, startServerProcess } from "../../chaos/harness/server-processes.ts";
import { type Bench, type BenchRun, stolenVoids } from "../figures/bench-run.ts";
import { openLine } from "../ledger/http-line.ts";
import { interval90, median } from "../statistics.ts";
import { fillTask, raiseInputsRevision, type TaskSize } from "./fill-task.ts";
import { measureSlices, quantileOf, type Slices } from "./measure-slices.ts";

const LOGS = path.join(ROOT, "node_modules/.cache/bench");
const MEGABYTE = 1024 ** 2;
interface Extent {
  readonly small: TaskSize;
  /** Growth has no goal, so the smoke run skips it. */
  readonly large?: TaskSize;
  readonly rounds: number;
  readonly slices: number;
  readonly sliceMs: number;
}
const FULL: Extent = {
  small: { columns: 20, prompts: 1_000, judgements: 100_000, raters: 200 },
  large: { columns: 20, prompts: 10_000, judgements: 1_000_000, raters: 200 },
  rounds: 3,
  slices: 6,
  sliceMs: 6_000,
};
const SMOKE: Extent = {
  small: { columns: 20, prompts: 200, judgements: 5_000, raters: 20 },
  rounds: 1,
  slices: 2,
  sliceMs: 1_500,
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Setup {
  readonly db: Db;
  readonly ownerUrl: string;
  readonly ownerId: string;
  readonly cookie: string;
  readonly port: number;
  readonly api: ServerProcess;
}

/** Milliseconds to compute an uncached leaderboard. */
const computeOnce = async ({ db, port, cookie }: Setup, taskId: string, votes: number): Promise<number> => {
  await raiseInputsRevision(db, taskId);
  const line = await openLine(port);
  const startedMs = performance.now();
  const { status, body } = await line.ask("GET", `/api_v1/leaderboard/${taskId}`, { cookie });
  line.close();
  const tookMs = performance.now() - startedMs;
  if (status !== 200) throw new Error(`the board was answered ${status}: ${body.slice(0, 300)}`);
  const { method } = JSON.parse(body) as { method: { votes: number; resamples: number } };
  // A fast reply with other content proves nothing.
  if (method.votes !== votes || method.resamples !== 1_000) throw new Error(`of ${method.votes} votes, not ${votes}`);
  return tookMs;
};

/** CPU time of the API's main thread; the rest of a leaderboard is computed in other threads. */
const mainThreadMs = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

const timeBoards = async (bench: Setup, size: TaskSize, rounds: number): Promise<string> => {
  const taskId = await fillTask(bench.db, bench.ownerUrl, bench.ownerId, size);
  const first = await computeOnce(bench, taskId, size.judgements);
  const times: number[] = [];
  const before = mainThreadMs(bench.api.pid());
  for (let n = 0; n < rounds; n++) times.push(await computeOnce(bench, taskId, size.judgements));
  const ownMs = (mainThreadMs(bench.api.pid()) - before) / rounds;
  const grown = (bench.api.growthBytes() / MEGABYTE).toFixed(0);
  const spread = `${(Math.min(...times) / 1_000).toFixed(2)}–${(Math.max(...times) / 1_000).toFixed(2)}`;
  print(
    `  ${size.judgements.toLocaleString("en")} judgements, ${size.columns} columns, ${size.prompts} prompts, 1,000 refits: ` +
      `${(median(times) / 1_000).toFixed(2)} s [${spread}] of ${rounds}, the first ${(first / 1_000).toFixed(2)} s; ` +
      `the event loop was busy with it for ${ownMs.toFixed(0)} ms; the API grew by ${grown} MB at most`,
  );
  return taskId;
};

const describe = (slices: readonly number[][]): string =>
  `p50 ${quantileOf(slices, 0.5).toFixed(2)} ms, p99 ${quantileOf(slices, 0.99).toFixed(2)} ms`;

const report = ({ alone, beside, boards }: Slices, stolen: number): BenchRun => {
  const ratio = quantileOf(beside, 0.99) / quantileOf(alone, 0.99);
  const ratios = beside.map((times, at) => quantileOf([times], 0.99) / quantileOf([alone[at] ?? []], 0.99));
  const [low, high] = interval90(ratios);
  print(`  GET /api_v1/task/list alone:                 ${describe(alone)}`);
  print(`  GET /api_v1/task/list while boards computed: ${describe(beside)} (${boards} boards)`);
  print(
    `  p99 ratio ${ratio.toFixed(2)} of all answers; by pairs of slices ${median(ratios).toFixed(2)} ` +
      `(90 % ${low.toFixed(2)}–${high.toFixed(2)}, ${ratios.length})`,
  );
  return {
    figures: [{ id: "leaderboard.others.p99", value: ratio }],
    voids: stolenVoids(stolen),
    faults: [],
    notes: {
      "leaderboard.others": `${describe(beside)} against ${describe(alone)}; by pairs of slices ${median(ratios).toFixed(2)} (90 % ${low.toFixed(2)}–${high.toFixed(2)})`,
    },
  };
};

/** Both parts take long, so either can be run alone: `--part others` or `--part growth`. */
const wants = (part: "others" | "growth"): boolean => {
  const at = process.argv.indexOf("--part");
  return at === -1 || process.argv[at + 1] === part;
};

const measureOthers = async (bench: Setup, taskId: string, { small, slices, sliceMs }: Extent): Promise<BenchRun> => {
  const before = machineTime();
  const line = await openLine(bench.port);
  try {
    const ask = () => line.ask("GET", "/api_v1/task/list", { cookie: bench.cookie });
    const compute = () => computeOnce(bench, taskId, small.judgements);
    const measured = await measureSlices({ ask, compute, slices, sliceMs });
    const stolen = stolenShare(before);
    print(`  load ${loadavg()[0]?.toFixed(1)}, stolen ${(stolen * 100).toFixed(1)} %`);
    return report(measured, stolen);
  } finally {
    line.close();
  }
};

const run = async (bench: Setup, isSmoke: boolean): Promise<BenchRun> => {
  const extent = isSmoke ? SMOKE : FULL;
  print(`boards through the API; load ${loadavg()[0]?.toFixed(1)}`);
  const taskId = await timeBoards(bench, extent.small, extent.rounds);
  const others = wants("others") ? await measureOthers(bench, taskId, extent) : { figures: [], voids: [], faults: [] };
  if (extent.large && wants("growth")) await timeBoards(bench, extent.large, 1);
  return others;
};

const aMember = async (db: Db): Promise<{ ownerId: string; cookie: string }> => {
  const { id } = await aUser(db, { permissions: ["USE_VERSION_1_0"] });
  const token = await openSession(db, id, { userAgent: "a bench", network: "127.0.0.0/24" }, new Date());
  return { ownerId: id, cookie: `${SESSION_COOKIE}=${token}` };
};

export const benchLeaderboard: Bench = async ({ isSmoke }) => {
  const { ownerUrl, url } = readConfig(testEnvironment()).database;
  if (ownerUrl === undefined) throw new Error("the bench makes its own database and needs DAILIES_OWNER_DATABASE_URL");
  const name = await createMigratedDatabase({ ownerUrl, appUrl: url });
  const [port, ops] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...testEnvironment(),
    DAILIES_MODE: "production",
    DAILIES_LOG_LEVEL: "info",
    DAILIES_WEB_ROOT: undefined,
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${ops}`,
    DAILIES_PUBLIC_ORIGIN: origin,
    DAILIES_DATABASE_URL: inDatabase(url, name),
    DAILIES_TASK_QUEUE: `bench-${randomBytes(6).toString("hex")}`,
  };
  mkdirSync(LOGS, { recursive: true });
  const options = { readyUrl: `http://127.0.0.1:${ops}/readyz`, logFile: path.join(LOGS, "leaderboard-api.log") };
  const api = await startServerProcess("apps/server/src/bin/api.ts", environment, options);
  try {
    return await withDatabase(environment.DAILIES_DATABASE_URL, async (db) =>
      run({ db, ownerUrl: inDatabase(ownerUrl, name), ...(await aMember(db)), port, api }, isSmoke),
    );
  } finally {
    await api.stop();
    await dropDatabase(ownerUrl, name);
  }
};
