// The whole console for one proof: its own engines, an empty database, the API, and the worker when asked for.
import { readConfig } from "../../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { createRedis } from "../../../apps/server/src/platform/redis.ts";
import { migrateOwn } from "./own-database.ts";
import { type OwnEngines, startOwnEngines } from "./own-engines.ts";
import type { InjectedFault } from "./people-at-work.ts";
import { emptyLogs, openProcesses, type ServerProcess } from "./server-processes.ts";

export interface OwnConsole {
  readonly db: Db;
  readonly origin: string;
  readonly startWorker: () => Promise<void>;
  readonly faults: Readonly<Record<"api" | "worker" | "redis" | "postgres", InjectedFault>>;
}

const flushRedis = async (url: string): Promise<void> => {
  const redis = createRedis({ url });
  await redis.flushall();
  redis.disconnect();
};

const runOn = async <T>(engines: OwnEngines, proof: string, act: (own: OwnConsole) => Promise<T>): Promise<T> => {
  const url = await migrateOwn(engines.environment);
  const { redisUrl } = readConfig(engines.environment);
  const { origin, startApi, startWorker } = await openProcesses(engines, emptyLogs(proof));
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
