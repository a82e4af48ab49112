// Kills query processes of the API under load: every answer is right or says to try again, and other requests do not notice.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { datasetCatalogueRoutes, viewerRoutes } from "@dailies/contract";
import { putTableSets } from "../../../apps/server/src/testing/builders/a-table-set.ts";
import { aStorageProfile } from "../../../apps/server/src/testing/builders/a-test-bucket.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { anItemTable } from "../../../apps/server/src/testing/builders/an-item-table.ts";
import { seeded } from "../../seeded.ts";
import { CallFailed, type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import { startWorld, type World } from "../harness/data-world.ts";
import { aPersonWithSession } from "../harness/own-database.ts";
import { captionOf, chooseQuestion } from "./questions.ts";

export interface QueryChaos {
  readonly kills: number;
  readonly seed: number;
}

const ITEMS = 50_000;
const SAMPLES = 2_000;
const FOLDER = "chaos-query/";
const ASKERS = 4;
/** Of an asker between two questions, so that the machine is loaded and not saturated. */
const PAUSE_MS = 40;
const KILL_EVERY_MS = 4_000;
const PROBE_EVERY_MS = 20;
/** Other requests may take this much longer while processes are killed. */
const MAX_RATIO = 1.2;
/** Below this, a ratio is noise of the machine. */
const NOISE_MS = 5;

const run = promisify(execFile);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** The same rows as an item table, a Parquet file and a Lance table. */
const makeSets = async (world: World, calls: ConsoleCalls) => {
  const { data, itemTables } = world;
  const { id: ownerId } = await aUser(data.db);
  const profileId = await aStorageProfile(data.db, { bucket: "unused", prefix: FOLDER });
  const items = upTo(ITEMS).map((n) => ({ seen: n, is_ok: n % 2 === 0, caption: captionOf(n) }));
  const { datasetId } = await anItemTable({ db: data.db, itemTables }, { ownerId, profileId, items });
  const captions = upTo(SAMPLES).map(captionOf);
  await putTableSets(data, FOLDER, captions);
  const uri = `s3://${data.storage.bucket}/${FOLDER}`;
  const viewers = [];
  for (const name of ["rows.parquet", "rows.lance/"]) {
    const header = await calls.insist(viewerRoutes.openShards, { query: { uri: `${uri}${name}` } });
    viewers.push({ format: header.format, handle: header.handle, rows: SAMPLES });
  }
  return { datasetId, rows: ITEMS, viewers };
};

/** The query processes that the API has now, told by their script. */
const queryProcesses = async (apiPid: number): Promise<number[]> => {
  const { stdout } = await run("pgrep", ["-P", String(apiPid), "-f", "query-process"]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
};

const NATIVE = /[^\s]*(?:duckdb|lancedb)[^\s]*\.node/;

/** A library that the process has loaded, if any. */
const nativeLibraryOf = async (pid: number): Promise<string | undefined> =>
  NATIVE.exec(await readFile(`/proc/${pid}/maps`, "utf8"))?.[0];

interface Phase {
  readonly answers: number;
  readonly unavailable: number;
  readonly wrong: readonly string[];
  readonly kills: number;
  readonly p99Ms: number;
}

interface Load {
  readonly calls: ConsoleCalls;
  /** Of somebody else, who must not notice. */
  readonly othersCalls: ConsoleCalls;
  readonly extent: Awaited<ReturnType<typeof makeSets>>;
  readonly apiPid: number;
  readonly random: ReturnType<typeof seeded>;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/** Questions, and beside them requests to other routes whose times are measured, for as long as it takes to kill. */
const runPhase = async (
  { calls, othersCalls, extent, apiPid, random }: Load,
  kills: number,
  forMs: number,
): Promise<Phase> => {
  const counts = { answers: 0, unavailable: 0, kills: 0 };
  const wrong: string[] = [];
  const times: number[] = [];
  let isOver = false;
  const asker = async (): Promise<void> => {
    while (!isOver) {
      const question = chooseQuestion(extent, random.below);
      try {
        const fault = await question.ask(calls);
        if (fault !== undefined) wrong.push(`${question.name}: ${fault}`);
        counts.answers += 1;
      } catch (error) {
        if (error instanceof CallFailed && error.status === 503) counts.unavailable += 1;
        else wrong.push(`${question.name}: ${String(error)}`);
      }
      await sleep(PAUSE_MS);
    }
  };
  const probe = async (): Promise<void> => {
    while (!isOver) {
      const startedMs = performance.now();
      await othersCalls.call(datasetCatalogueRoutes.getDataset, { params: { id: extent.datasetId } });
      times.push(performance.now() - startedMs);
      await sleep(PROBE_EVERY_MS);
    }
  };
  const killer = async (): Promise<void> => {
    const deadlineMs = performance.now() + forMs;
    while (counts.kills < kills) {
      await sleep(KILL_EVERY_MS / 2 + random.below(KILL_EVERY_MS));
      const pids = await queryProcesses(apiPid);
      const pid = pids[random.below(Math.max(1, pids.length))];
      if (pid === undefined) continue;
      process.kill(pid, "SIGKILL");
      counts.kills += 1;
    }
    await sleep(Math.max(KILL_EVERY_MS, deadlineMs - performance.now()));
    isOver = true;
  };
  await Promise.all([...upTo(ASKERS).map(asker), probe(), killer()]);
  return { ...counts, wrong, p99Ms: percentile(times, 0.99) };
};

interface Phases {
  readonly before: Phase;
  readonly during: Phase;
  readonly limitMs: number;
}

const comparePhases = async (load: Load, kills: number): Promise<Phases> => {
  const forMs = Math.max(20_000, kills * KILL_EVERY_MS);
  const before = await runPhase(load, 0, forMs);
  const during = await runPhase(load, kills, forMs);
  return { before, during, limitMs: Math.max(before.p99Ms * MAX_RATIO, before.p99Ms + NOISE_MS) };
};

const describeSlowness = ({ during, limitMs }: Phases): string | undefined =>
  during.p99Ms > limitMs ? `other routes took ${during.p99Ms.toFixed(1)} ms, at most ${limitMs.toFixed(1)}` : undefined;

const wrongOf = ({ before, during }: Phases): string[] => [
  ...before.wrong,
  ...during.wrong,
  ...(before.unavailable > 0 ? [`${before.unavailable} questions were not answered without a kill`] : []),
  ...(during.answers === 0 ? ["nothing was answered"] : []),
];

export const chaosQuery = async ({ kills, seed }: QueryChaos): Promise<boolean> => {
  const world = await startWorld("query", {});
  try {
    const calls = consoleCalls(world.origin, await aPersonWithSession(world.databaseUrl, []));
    const extent = await makeSets(world, calls);
    const othersCalls = consoleCalls(world.origin, await aPersonWithSession(world.databaseUrl, []));
    const load = { calls, othersCalls, extent, apiPid: world.api.pid() ?? 0, random: seeded(seed) };
    // The first answers wait for libraries and copies.
    await runPhase(load, 0, 10_000);
    const first = await comparePhases(load, kills);
    const slowness = describeSlowness(first);
    // The machine may have been busy during one of the phases, so that only what happens twice counts.
    if (slowness !== undefined) print(`  ${slowness}; once more`);
    const last = slowness === undefined ? first : await comparePhases(load, kills);
    const { before, during } = last;
    const faults = [...wrongOf(first), ...(last === first ? [] : wrongOf(last))];
    const again = describeSlowness(last);
    if (again !== undefined) faults.push(again);
    const loaded = await nativeLibraryOf(load.apiPid);
    if (loaded !== undefined) faults.push(`the API has loaded ${loaded}`);
    for (const fault of faults.slice(0, 20)) print(`  FAULT ${fault}`);
    print(
      `query: ${during.kills} kills, seed ${seed}: ${before.answers + during.answers} answers checked, ` +
        `${during.unavailable} told to try again; other routes p99 ${before.p99Ms.toFixed(1)} ms undisturbed, ` +
        `${during.p99Ms.toFixed(1)} ms with kills (${(during.p99Ms / before.p99Ms).toFixed(2)} times); ${faults.length} faults`,
    );
    return faults.length === 0;
  } finally {
    await world.stop();
  }
};
