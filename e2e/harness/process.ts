import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { becomesReady } from "../../apps/server/src/testing/listening.ts";
import { ROOT } from "./fresh-build.ts";

const START_MS = 60_000;
export const LOG_FOLDER = path.join(ROOT, ".cache/e2e");

export interface RunningProcess {
  readonly logFile: string;
  stop(): Promise<void>;
}

interface ProcessOptions {
  readonly name: string;
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly readyUrl: string;
}

/** Starts a process and waits until it reports ready. */
export const startProcess = async ({
  name,
  script,
  environment,
  readyUrl,
}: ProcessOptions): Promise<RunningProcess> => {
  mkdirSync(LOG_FOLDER, { recursive: true });
  const logFile = path.join(LOG_FOLDER, `${name}.log`);
  const log = createWriteStream(logFile);
  await once(log, "open");
  const child = spawn(process.execPath, [script], { cwd: ROOT, stdio: ["ignore", log, log], env: environment });
  const ended = once(child, "exit");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) child.kill("SIGTERM");
    await ended;
  };
  if (!(await becomesReady(readyUrl, START_MS, hasEnded))) {
    await stop();
    throw new Error(`${name} did not start; see ${logFile}`);
  }
  return { logFile, stop };
};
