import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { residentBytes } from "../../../apps/server/src/platform/processes/process-state.ts";
import { becomesReady, freePort } from "../../../apps/server/src/testing/listening.ts";
import { type OwnEngines, ROOT } from "./own-engines.ts";

const START_MS = 60_000;
const SAMPLE_MS = 250;
/** A process that has just served its first requests still grows during warm-up. */
const SETTLE_MS = 3_000;

interface ProcessOptions {
  readonly readyUrl: string;
  readonly logFile: string;
  readonly args?: readonly string[];
  /** Where it runs; otherwise the root of this checkout. */
  readonly folder?: string;
}

const spawnScript = (
  script: string,
  environment: NodeJS.ProcessEnv,
  { logFile, args = [], folder = ROOT }: ProcessOptions,
): ChildProcess => {
  const log = openSync(logFile, "a");
  return spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", log, log],
  });
};

export interface ServerProcess {
  readonly killAndRestart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** The largest memory growth of one process after warm-up. */
  readonly growthBytes: () => number;
  /** Of the current process. */
  readonly pid: () => number | undefined;
}

/** One of our processes, which can be killed and whose memory is monitored; the script path is relative to its folder. */
export const startServerProcess = async (
  script: string,
  environment: NodeJS.ProcessEnv,
  options: ProcessOptions,
): Promise<ServerProcess> => {
  const { readyUrl, logFile } = options;
  let child: ChildProcess;
  let baseline: number | undefined;
  let growth = 0;
  let startedMs = 0;

  const start = async (): Promise<void> => {
    child = spawnScript(script, environment, options);
    if (!(await becomesReady(readyUrl, START_MS, () => child.exitCode !== null))) {
      child.kill("SIGKILL");
      throw new Error(`${script} did not start; see ${logFile}`);
    }
    baseline = undefined;
    startedMs = performance.now();
  };
  const look = (): void => {
    const resident = child.pid === undefined ? undefined : residentBytes(child.pid);
    if (resident === undefined || performance.now() - startedMs < SETTLE_MS) return;
    baseline ??= resident;
    growth = Math.max(growth, resident - baseline);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };

  await start();
  const timer = setInterval(() => look(), SAMPLE_MS);
  return {
    killAndRestart: async () => {
      await end("SIGKILL");
      await start();
    },
    stop: async () => {
      clearInterval(timer);
      await end("SIGTERM");
    },
    growthBytes: () => growth,
    pid: () => child.pid,
  };
};

/** An empty folder for the logs of one proof; those of its last run are gone. */
export const emptyLogs = (proof: string): string => {
  const logs = path.join(ROOT, "node_modules/.cache/chaos", proof);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  return logs;
};

/** How to start the API and the worker on these engines, on free ports. `more` is further environment of both. */
export const openProcesses = async (
  engines: Pick<OwnEngines, "environment">,
  logs: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const [port, opsPort, workerOpsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...engines.environment,
    DAILIES_MODE: "production",
    DAILIES_PUBLIC_ORIGIN: origin,
    DAILIES_WEB_ROOT: undefined,
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${opsPort}`,
    DAILIES_WORKER_OPS_PORT: `${workerOpsPort}`,
    ...more,
  };
  const start = (script: string, ops: number): Promise<ServerProcess> =>
    startServerProcess(`apps/server/src/bin/${script}.ts`, environment, {
      readyUrl: `http://127.0.0.1:${ops}/readyz`,
      logFile: path.join(logs, `${script}.log`),
    });
  return {
    origin,
    environment,
    startApi: () => start("api", opsPort),
    startWorker: () => start("worker", workerOpsPort),
  };
};
