// `pnpm proof upgrade [--smoke] [--from COMMIT] [--minutes N] [--seed N]`: an upgrade while people work.
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { benchmarksRoutes } from "@dailies/contract";
import { readConfig, readSeedAdministrator } from "../../apps/server/src/config.ts";
import { audit } from "../chaos/generation/audit.ts";
import { type Performer, startPerformer } from "../chaos/generation/performer.ts";
import { type Grid, PRICE_MICROS, prepareGrid } from "../chaos/generation/setup.ts";
import { consoleCalls } from "../chaos/harness/console-calls.ts";
import { withDatabase } from "../chaos/harness/own-database.ts";
import { type OwnEngines, startOwnEngines } from "../chaos/harness/own-engines.ts";
import { print } from "../chaos/harness/people-at-work.ts";
import { emptyLogs } from "../chaos/harness/server-processes.ts";
import { seeded } from "../seeded.ts";
import { auditUpgrade, untilSettled } from "./audit.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { type Acknowledged, signIn, startLoad } from "./load.ts";
import { buildPrevious, type RunningVersion, runProgram, startVersion, thisVersion, type Version } from "./versions.ts";

interface Size {
  /** With the previous version alone, with it on the new schema, and with the next version alone. */
  readonly aloneS: number;
  readonly sideBySideS: number;
  readonly rows: number;
}

const FULL: Size = { aloneS: 30, sideBySideS: 300, rows: 250 };
const SMOKE: Size = { aloneS: 6, sideBySideS: 20, rows: 40 };
const COLUMNS = 2;
const CONCURRENCY = 4;

const secondsSince = (beganMs: number): string => ((performance.now() - beganMs) / 1_000).toFixed(1);

interface Upgrade {
  readonly previous: Version;
  readonly next: Version;
  readonly environment: NodeJS.ProcessEnv;
  readonly balancer: Balancer;
  readonly logs: string;
  readonly size: Size;
  readonly seed: number;
}

/** From the previous version alone to the next one alone; people work all the time. */
const upgradeUnderLoad = async (
  { next, environment, balancer, logs, size }: Upgrade,
  old: RunningVersion,
): Promise<RunningVersion> => {
  await sleep(size.aloneS * 1_000);
  const beganMs = performance.now();
  const said = await runProgram(next, "dist/migrate.js", [], environment);
  print(`  migrated in ${secondsSince(beganMs)} s: ${said.split("\n").at(-1) ?? ""}`);
  await sleep(size.aloneS * 1_000);
  const newer = await startVersion(next, environment, logs);
  try {
    balancer.sendTo(old.port, newer.port);
    await sleep(size.sideBySideS * 1_000);
    balancer.sendTo(newer.port);
    await Promise.all([old.stopApi(), old.stopWorker()]);
    await sleep(size.aloneS * 1_000);
    return newer;
  } catch (error) {
    await Promise.all([newer.stopApi(), newer.stopWorker()]);
    throw error;
  }
};

const describe = (acknowledged: Acknowledged, balancer: Balancer, oldPort: number, newerPort: number): string =>
  `${balancer.answered.get(oldPort) ?? 0} requests answered by the previous version and ${balancer.answered.get(newerPort) ?? 0} by the next, ` +
  `${[...acknowledged.failures.values()].reduce((sum, times) => sum + times, 0)} failed; ${acknowledged.tasks.size} tasks made and renamed, ` +
  `${acknowledged.repeated.size} cells generated again, ${acknowledged.signIns} sign-ins, ${acknowledged.customers} customers in ${acknowledged.customerCalls} calls`;

const runUpgrade = async (upgrade: Upgrade, performer: Performer): Promise<string[]> => {
  const { previous, next, environment, balancer, logs, size, seed } = upgrade;
  await runProgram(previous, "dist/migrate.js", [], environment);
  // Demonstration users are not for production; everything else runs as in production.
  await runProgram(previous, "dist/seed.js", [], { ...environment, DAILIES_MODE: "development" });
  const old = await startVersion(previous, environment, logs);
  let isOldRunning = true;
  let newer: RunningVersion | undefined;
  try {
    balancer.sendTo(old.port);
    const administrator = readSeedAdministrator(environment);
    const { origin } = balancer;
    const calls = consoleCalls(origin, await signIn(origin, administrator), true);
    const grid: Grid = await prepareGrid(calls, {
      endpoint: performer.url,
      rows: size.rows,
      columns: COLUMNS,
      concurrency: CONCURRENCY,
    });
    await calls.call(benchmarksRoutes.generateData, { params: { id: grid.taskId }, body: {} });
    const workplace = { origin, calls, administrator, grid, random: seeded(seed) };
    const load = startLoad(workplace, previous, { ...environment, DAILIES_MODE: "development" });
    try {
      newer = await upgradeUnderLoad(upgrade, old);
      isOldRunning = false;
    } finally {
      await load.stop();
    }
    print(`  ${describe(load.acknowledged, balancer, old.port, newer.port)}`);
    const { s3, database } = readConfig(environment);
    const { taskId } = grid;
    const faults = await withDatabase(database.url, async (db) => {
      await untilSettled(db, taskId);
      const cells = size.rows * COLUMNS;
      const journal = await performer.journal();
      const audited = await audit(db, { taskId, cells, priceMicros: PRICE_MICROS, journal, s3 });
      return [...(await auditUpgrade(db, { taskId, acknowledged: load.acknowledged, logs })), ...audited.faults];
    });
    if (balancer.answered.size < 2) faults.push("one of the versions answered nothing, so that nothing was shown");
    print(
      `  ${(await runProgram(next, "dist/admin.js", ["verify-installation"], environment)).replaceAll("\n", "\n  ")}`,
    );
    return faults;
  } finally {
    if (isOldRunning) await Promise.all([old.stopApi(), old.stopWorker()]);
    if (newer) await Promise.all([newer.stopApi(), newer.stopWorker()]);
  }
};

type Act = (
  environment: NodeJS.ProcessEnv,
  balancer: Balancer,
  performer: Performer,
  logs: string,
) => Promise<string[]>;

const onEngines = async (engines: OwnEngines, act: Act): Promise<string[]> => {
  const logs = emptyLogs("upgrade");
  const balancer = await openBalancer();
  const performer = await startPerformer(engines.environment, logs);
  const environment = {
    ...engines.environment,
    DAILIES_MODE: "production",
    DAILIES_PUBLIC_ORIGIN: balancer.origin,
    DAILIES_WEB_ROOT: undefined,
    DAILIES_PERFORMER_ORIGINS: [engines.environment.DAILIES_PERFORMER_ORIGINS, performer.url].join(","),
  };
  try {
    return await act(environment, balancer, performer, logs);
  } finally {
    balancer.close();
    await performer.stop();
  }
};

const withProcesses = async (act: Act): Promise<string[]> => {
  const engines = await startOwnEngines();
  try {
    return await onEngines(engines, act);
  } finally {
    await engines.stop();
  }
};

export const proveUpgrade = async (args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      smoke: { type: "boolean", default: false },
      from: { type: "string" },
      minutes: { type: "string" },
      seed: { type: "string", default: "20261119" },
    },
  });
  const usual = values.smoke ? SMOKE : FULL;
  const size = {
    ...usual,
    sideBySideS: values.minutes === undefined ? usual.sideBySideS : Number(values.minutes) * 60,
  };
  const seed = Number(values.seed);
  const beganMs = performance.now();
  const [previous, next] = [await buildPrevious(values.from), await thisVersion()];
  print(
    `  ${previous.commit.slice(0, 8)} is upgraded to ${next.commit.slice(0, 8)}; built after ${secondsSince(beganMs)} s`,
  );
  try {
    const faults = await withProcesses((environment, balancer, performer, logs) =>
      runUpgrade({ previous, next, environment, balancer, logs, size, seed }, performer),
    );
    for (const fault of faults) print(`  FAULT ${fault}`);
    print(`upgrade: ${faults.length} faults, seed ${seed}, ${secondsSince(beganMs)} s`);
    return faults.length === 0;
  } finally {
    await rm(previous.folder, { recursive: true });
  }
};
