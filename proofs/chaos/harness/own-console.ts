// The whole console for one proof: its own engines, an empty database, the API, and the worker when asked for.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { createRedis } from "../../../apps/server/src/platform/redis.ts";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { migrateOwn } from "./own-database.ts";
import { type OwnEngines, ROOT, startOwnEngines } from "./own-engines.ts";
import type { InjectedFault } from "./people-at-work.ts";
import { type ServerProcess, startServerProcess } from "./server-processes.ts";

export interface OwnConsole {
  readonly db: Db;
  readonly origin: string;
  readonly startWorker: () => Promise<void>;
  readonly faults: Readonly<Record<"api" | "worker" | "redis" | "postgres", InjectedFault>>;
}

/** The logs replace those of the last run. */
const emptyFolder = (proof: string): string => {
  const logs = path.join(ROOT, "node_modules/.cache/chaos", proof);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  return logs;
};

const flushRedis = async (url: string): Promise<void> => {
  const redis = createRedis({ url });
  await redis.flushall();
  redis.disconnect();
};

const openProcesses = async (engines: OwnEngines, proof: string) => {
  const logs = emptyFolder(proof);
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
  };
  const start = (script: string, ops: number) =>
    startServerProcess(`apps/server/src/bin/${script}.ts`, environment, {
      readyUrl: `http://127.0.0.1:${ops}/readyz`,
      logFile: path.join(logs, `${script}.log`),
    });
  return { origin, startApi: () => start("api", opsPort), startWorker: () => start("worker", workerOpsPort) };
};

const runOn = async <T>(engines: OwnEngines, proof: string, act: (own: OwnConsole) => Promise<T>): Promise<T> => {
  const url = await migrateOwn(engines.environment);
  const { redisUrl } = readConfig(engines.environment);
  const { origin, startApi, startWorker } = await openProcesses(engines, proof);
  const api = await startApi();
  let worker: ServerProcess | undefined;
  const killWorker = async (): Promise<void> => {
    if (!worker) throw new Error("the worker was not started");
    await worker.killAndRestart();
  };
  const { db, close } = createDatabase({ url, poolSize: 4, applicationName: "dailies-chaos" });
  try {
    return await act({
      db,
      origin,
      startWorker: async () => {
        worker = await startWorker();
      },
      faults: {
        api: { name: "API killed", act: api.killAndRestart },
        worker: { name: "worker killed", act: killWorker },
        redis: { name: "Redis emptied", act: () => flushRedis(redisUrl) },
        postgres: { name: "PostgreSQL killed", act: () => engines.killAndRestart("postgres") },
      },
    });
  } finally {
    await close();
    await worker?.stop();
    await api.stop();
  }
};

export const withOwnConsole = async <T>(proof: string, act: (own: OwnConsole) => Promise<T>): Promise<T> => {
  const engines = await startOwnEngines();
  try {
    return await runOn(engines, proof, act);
  } finally {
    await engines.stop();
  }
};
