// The two versions of an upgrade: their production bundles, and the processes of each.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { dayOldCommit } from "../../checks/ci/changes.ts";
import { runCommand } from "../../checks/run-command.ts";
import { ROOT } from "../chaos/harness/own-engines.ts";
import { type ServerProcess, startServerProcess } from "../chaos/harness/server-processes.ts";

const run = promisify(execFile);

export interface Version {
  readonly name: "previous" | "next";
  readonly commit: string;
  /** A checkout in which the server is built. */
  readonly folder: string;
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await run("git", args, { cwd: ROOT })).stdout.trim();

const newestTag = async (): Promise<string | undefined> => {
  const tags = await git("tag", "--merged", "HEAD^", "--sort=-creatordate");
  return tags.split("\n").find((tag) => tag !== "");
};

/**
 * The first version that can be upgraded while it runs: it and its successors read each other's encrypted values, which name
 * their key. No release is older.
 */
const EARLIEST = "ee68202c72edc67ac96d10b96b10dea1ed852f3a";

const isSinceEarliest = async (commit: string): Promise<boolean> => {
  const { status } = await runCommand("git", ["merge-base", "--is-ancestor", EARLIEST, commit], ROOT);
  return status === 0;
};

/** The newest release, or else the newest commit that is a day older than the last: what an installation may run today. */
const findPreviousCommit = async (asked: string | undefined): Promise<string> => {
  const found = asked ?? (await newestTag()) ?? (await dayOldCommit()) ?? EARLIEST;
  const commit = await git("rev-parse", "--verify", `${found}^{commit}`);
  return asked !== undefined || (await isSinceEarliest(commit)) ? commit : EARLIEST;
};

/** The production bundle of an earlier version, in a folder that the caller deletes. */
export const buildPrevious = async (asked: string | undefined): Promise<Version> => {
  const commit = await findPreviousCommit(asked);
  // Not below node_modules, where Node refuses to strip types.
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-previous-"));
  try {
    await run("bash", ["-c", 'set -o pipefail; git archive "$1" | tar -x -C "$2"', "bash", commit, folder], {
      cwd: ROOT,
    });
    const inFolder = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
    await run("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], inFolder);
    await run("pnpm", ["--filter", "@dailies/server", "build"], inFolder);
    return { name: "previous", commit, folder };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
};

export const thisVersion = async (): Promise<Version> => {
  if (!existsSync(path.join(ROOT, "apps/server/dist/supervisor.js")))
    throw new Error("there is no production bundle: run pnpm build");
  return { name: "next", commit: await git("rev-parse", "HEAD"), folder: ROOT };
};

/** Runs a program of this version to its end and returns what it printed; it must succeed. */
export const runProgram = async (
  { folder, name }: Version,
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> => {
  try {
    const { stdout } = await run(process.execPath, [`apps/server/${script}`, ...args], {
      cwd: folder,
      env: environment,
    });
    return stdout.trim();
  } catch (error) {
    throw new Error(`${script} of the ${name} version failed`, { cause: error });
  }
};

export interface RunningVersion {
  /** Of the API. */
  readonly port: number;
  readonly stopApi: () => Promise<void>;
  readonly stopWorker: () => Promise<void>;
}

/** The API and the worker of this version as in production; `logs` is the folder of their logs. */
export const startVersion = async (
  { name, folder }: Version,
  environment: NodeJS.ProcessEnv,
  logs: string,
): Promise<RunningVersion> => {
  const [port, opsPort, workerOpsPort] = [await freePort(), await freePort(), await freePort()];
  const own = {
    ...environment,
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${opsPort}`,
    DAILIES_WORKER_OPS_PORT: `${workerOpsPort}`,
  };
  const start = (script: string, ops: number): Promise<ServerProcess> =>
    startServerProcess(`apps/server/dist/${script}.js`, own, {
      folder,
      readyUrl: `http://127.0.0.1:${ops}/readyz`,
      logFile: path.join(logs, `${name}-${script}.log`),
    });
  const api = await start("supervisor", opsPort);
  try {
    const worker = await start("worker", workerOpsPort);
    return { port, stopApi: api.stop, stopWorker: worker.stop };
  } catch (error) {
    await api.stop();
    throw error;
  }
};
