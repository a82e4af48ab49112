// PostgreSQL and Redis for this bench only, with the memory of a production machine.
import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { totalmem } from "node:os";
import path from "node:path";
import { parseEnv, promisify } from "node:util";
import { readConfig } from "../../../apps/server/src/config.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import {
  asOwner,
  createMigratedDatabase,
  type DatabaseUrls,
  withDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { ROOT, startOwnEngines } from "../../chaos/harness/own-engines.ts";

const run = promisify(execFile);
const MEGABYTE = 1024 ** 2;

export interface BenchEngines {
  readonly folder: string;
  /** Environment for our processes: these two engines, and the shared ones for the rest. */
  readonly environment: NodeJS.ProcessEnv;
  readonly urls: DatabaseUrls;
  /** Every process of the server, including its connections. */
  readonly postgresPids: () => Promise<number[]>;
  readonly redisPids: readonly number[];
  readonly close: () => Promise<void>;
}

const given = (flag: string): string | undefined => {
  const at = process.argv.indexOf(flag);
  return at === -1 ? undefined : process.argv[at + 1];
};

/** Found by working directory, as the scripts do, but without starting a process. */
const findPostgres = async (cluster: string): Promise<number[]> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  // A process that has just exited has no directory any more.
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)));
  return pids.filter((_, index) => folders[index] === cluster).map(Number);
};

const quarterOfMemory = (): string => `${Math.floor(totalmem() / 4 / MEGABYTE)}MB`;

const start = async (): Promise<{ folder: string; stop: () => Promise<void> }> => {
  const more = { POSTGRES_SHARED_BUFFERS: quarterOfMemory(), POSTGRES_MAX_WAL_SIZE: "16GB" };
  const { environment, stop } = await startOwnEngines(["postgres", "redis"], more);
  return { folder: environment.DAILIES_DATA ?? "", stop };
};

/**
 * Filling takes long, so a filled bench can be kept: `--keep` leaves the engines running and prints their folder, and `--on
 * FOLDER` reuses them. `DAILIES_DATA=FOLDER ./dev reset --yes` removes them.
 */
export const openEngines = async (): Promise<BenchEngines> => {
  const kept = given("--on");
  const { folder, stop } = kept === undefined ? await start() : { folder: kept, stop: undefined };
  process.stdout.write(`engines of this bench: ${folder}\n`);
  const own = parseEnv(await readFile(path.join(folder, "env"), "utf8"));
  const { DAILIES_DATABASE_URL, DAILIES_OWNER_DATABASE_URL, DAILIES_REDIS_URL } = own;
  const environment = { ...testEnvironment(), DAILIES_DATABASE_URL, DAILIES_OWNER_DATABASE_URL, DAILIES_REDIS_URL };
  const { ownerUrl = "", url: appUrl } = readConfig(environment).database;
  const cluster = (await readFile(path.join(folder, "postgres-location"), "utf8")).trim();
  const inFolder = { cwd: ROOT, env: { ...testEnvironment(), DAILIES_DATA: folder } };
  return {
    folder,
    environment,
    urls: { ownerUrl, appUrl },
    postgresPids: () => findPostgres(cluster),
    redisPids: (await run("ops/unit.sh", ["redis", "pids"], inFolder)).stdout.split(/\s+/).filter(Boolean).map(Number),
    close: async () => {
      if (!process.argv.includes("--keep")) await stop?.();
    },
  };
};

/** Created and filled once; reused when it already exists. */
export const openDatabase = async (
  { urls }: BenchEngines,
  name: string,
  fill: (ownerUrl: string) => Promise<void>,
): Promise<DatabaseUrls> => {
  const own = { ownerUrl: withDatabase(urls.ownerUrl, name), appUrl: withDatabase(urls.appUrl, name) };
  if (given("--on") !== undefined && (await isThere(own.ownerUrl))) return own;
  const made = await createMigratedDatabase(urls);
  const startedMs = performance.now();
  await fill(withDatabase(urls.ownerUrl, made));
  await asOwner(urls.ownerUrl, `alter database ${made} rename to ${name}`);
  process.stdout.write(`${name}: filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s\n`);
  return own;
};

const isThere = async (url: string): Promise<boolean> => {
  try {
    await asOwner(url, "select 1");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "3D000") return false;
    throw error;
  }
};
