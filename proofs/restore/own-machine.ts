// The machine of the drill: engines of its own, and how to destroy them and everything they stored.
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseEnv, promisify } from "node:util";
import { type OwnEngines, ROOT, startOwnEngines } from "../chaos/harness/own-engines.ts";

const run = promisify(execFile);

export interface OwnMachine {
  readonly environment: NodeJS.ProcessEnv;
  readonly clusterFolder: string;
  readonly databasePort: string;
  readonly superuserUrl: string;
  readonly superuserPassword: string;
  readonly start: (...engines: readonly string[]) => Promise<void>;
  readonly stopEngine: (engine: string) => Promise<void>;
  /** Kills the engines with SIGKILL and deletes all their data. */
  readonly destroy: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const LOST = ["temporal", "postgres", "seaweedfs", "redis"];

export const startOwnMachine = async (): Promise<OwnMachine> => {
  const engines: OwnEngines = await startOwnEngines();
  const { environment } = engines;
  try {
    const data = environment.DAILIES_DATA ?? "";
    const inRoot = { cwd: ROOT, env: environment };
    const unit = (engine: string, verb: string) => run("ops/unit.sh", [engine, verb], inRoot);
    const clusterFolder = (await readFile(path.join(data, "postgres-location"), "utf8")).trim();
    const { POSTGRES_PASSWORD = "" } = parseEnv(await readFile(path.join(data, "credentials"), "utf8"));
    const url = new URL(environment.DAILIES_DATABASE_URL ?? "");
    const superuser = new URL(url);
    [superuser.username, superuser.password] = ["postgres", POSTGRES_PASSWORD];
    return {
      environment,
      clusterFolder,
      databasePort: url.port,
      superuserUrl: superuser.href,
      superuserPassword: POSTGRES_PASSWORD,
      start: async (...names) => {
        for (const name of names) await unit(name, "up");
      },
      stopEngine: async (name) => {
        await unit(name, "stop");
      },
      destroy: async () => {
        for (const name of LOST) await kill((await unit(name, "pids")).stdout);
        for (const folder of [clusterFolder, path.join(data, "seaweedfs"), path.join(data, "redis")])
          await rm(folder, { recursive: true });
      },
      stop: engines.stop,
    };
  } catch (error) {
    await engines.stop();
    throw error;
  }
};

/** Until the kernel has ended them all, so that none still writes. */
const kill = async (pids: string): Promise<void> => {
  const list = pids.split(/\s+/).filter(Boolean);
  await run("bash", [
    "-c",
    'for pid; do kill -KILL "$pid" 2>/dev/null; done; for pid; do while [[ -d /proc/$pid ]]; do sleep 0.05; done; done',
    "bash",
    ...list,
  ]);
};
