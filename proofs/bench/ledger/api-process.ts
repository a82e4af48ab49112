import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { becomesReady, freePort } from "../../../apps/server/src/testing/listening.ts";
import { ROOT } from "../../chaos/harness/own-engines.ts";

const LOGS = path.join(ROOT, "node_modules/.cache/bench");
const START_MS = 60_000;

export interface ApiProcess {
  readonly pid: number;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** As in production, with a log line for each request, which is discarded. */
export const startApiProcess = async (
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  poolSize: number,
): Promise<ApiProcess> => {
  mkdirSync(LOGS, { recursive: true });
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ["apps/server/src/bin/api.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", openSync(path.join(LOGS, "ledger-api.log"), "a")],
    env: {
      ...environment,
      DAILIES_MODE: "production",
      DAILIES_LOG_LEVEL: "info",
      DAILIES_HTTP_PORT: `${port}`,
      DAILIES_OPS_PORT: `${opsPort}`,
      DAILIES_PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      DAILIES_DATABASE_URL: databaseUrl,
      DAILIES_DATABASE_POOL: `${poolSize}`,
      DAILIES_WEB_ROOT: undefined,
    },
  });
  const ended = once(child, "exit");
  const isReady = await becomesReady(`http://127.0.0.1:${opsPort}/readyz`, START_MS, () => child.exitCode !== null);
  if (!isReady || child.pid === undefined) {
    child.kill("SIGKILL");
    throw new Error(`the API did not start; see ${LOGS}/ledger-api.log`);
  }
  return {
    pid: child.pid,
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
};
