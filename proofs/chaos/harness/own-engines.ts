// Engines for this proof only, so that killing one affects nothing else.
import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv, promisify } from "node:util";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";

export const ROOT = path.resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);
const START_ATTEMPTS = 20;

export interface OwnEngines {
  /** Environment that points processes to these engines. */
  readonly environment: NodeJS.ProcessEnv;
  /** Kills the engine with SIGKILL and restarts it. */
  readonly killAndRestart: (engine: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A killed process keeps its ports until the system has reclaimed its memory, which may be gigabytes. */
const startAgain = async (start: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await start();
      return;
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(500);
    }
  }
};

/** The process may have exited since it was looked up, as PostgreSQL backends do with their connections. */
const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
};

const START_SOME = '. ops/lib.sh && . ops/env.sh && prepare_data && for name; do ops/unit.sh "$name" up; done';

/** All engines, or only the named ones; `more` is additional environment for their scripts. */
export const startOwnEngines = async (
  only?: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<OwnEngines> => {
  const data = await mkdtemp(path.join(tmpdir(), "dailies-chaos-"));
  const environment = { ...testEnvironment(), ...more, DAILIES_DATA: data };
  const inRoot = { cwd: ROOT, env: environment };
  const stop = async (): Promise<void> => {
    await run("./dev", ["reset", "--yes"], inRoot);
  };
  try {
    await (only ? run("bash", ["-c", START_SOME, "bash", ...only], inRoot) : run("./dev", ["engines", "up"], inRoot));
  } catch (error) {
    await stop();
    throw error;
  }
  const pidsOf = async (engine: string): Promise<number[]> => {
    const { stdout } = await run("ops/unit.sh", [engine, "pids"], inRoot);
    return stdout.split(/\s+/).filter(Boolean).map(Number);
  };
  return {
    environment: { ...environment, ...parseEnv(await readFile(path.join(data, "env"), "utf8")) },
    killAndRestart: async (engine) => {
      const pids = await pidsOf(engine);
      if (pids.length === 0) throw new Error(`${engine} does not run`);
      for (const pid of pids) killIfThere(pid);
      await startAgain(() => run("ops/unit.sh", [engine, "up"], inRoot));
    },
    stop,
  };
};
