import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { readConfig } from "../../../apps/server/src/config.ts";
import { type OpenedData, openData } from "../../../apps/server/src/features/datasets/index.ts";
import { provisionOwnProfile } from "../../../apps/server/src/features/storage/index.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { createObjectStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";
import { programContext } from "../../../apps/server/src/request-context.ts";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { migrateOwn } from "./own-database.ts";
import { type OwnEngines, ROOT, startOwnEngines } from "./own-engines.ts";
import { type ServerProcess, startServerProcess } from "./server-processes.ts";

export interface World {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly data: OpenedData;
  readonly api: ServerProcess;
  readonly worker: ServerProcess;
  /** Kills the engine with SIGKILL and restarts it. */
  readonly killEngine: (engine: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const startServer = async (engines: OwnEngines, logs: string, more: Readonly<Record<string, string>>) => {
  const [port, opsPort, workerOpsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...engines.environment,
    DAILIES_MODE: "production",
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${opsPort}`,
    DAILIES_WORKER_OPS_PORT: `${workerOpsPort}`,
    DAILIES_PUBLIC_ORIGIN: origin,
    DAILIES_WEB_ROOT: undefined,
    ...more,
  };
  const start = (script: string, ops: number): Promise<ServerProcess> =>
    startServerProcess(`apps/server/src/bin/${script}.ts`, environment, {
      readyUrl: `http://127.0.0.1:${ops}/readyz`,
      logFile: path.join(logs, `${script}.log`),
    });
  const [api, worker] = await Promise.all([start("api", opsPort), start("worker", workerOpsPort)]);
  return { origin, api, worker };
};

/** Everything that datasets run on, for this proof only, and a way to kill it. `more` is environment of the server. */
export const startWorld = async (proof: string, more: Readonly<Record<string, string>>): Promise<World> => {
  const logs = path.join(ROOT, "node_modules/.cache/chaos", proof);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const engines = await startOwnEngines();
  const stops = [engines.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const databaseUrl = await migrateOwn(engines.environment);
    const { s3, secretKey, storageOrigins } = readConfig(engines.environment);
    const { db, close } = createDatabase({ url: databaseUrl, poolSize: 4, applicationName: "dailies-chaos" });
    stops.push(close);
    const storage = createObjectStorage(s3);
    stops.push(storage.close);
    const data = openData({ db, clock: () => new Date(), storage, own: s3, secretKey, storageOrigins });
    stops.push(data.close);
    await provisionOwnProfile(data.stores, programContext("(chaos)", "chaos", new Date()));
    const { origin, api, worker } = await startServer(engines, logs, more);
    stops.push(api.stop, worker.stop);
    return { origin, databaseUrl, data, api, worker, killEngine: engines.killAndRestart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
