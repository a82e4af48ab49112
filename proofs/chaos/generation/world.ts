import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { migrateOwn } from "../harness/own-database.ts";
import { type OwnEngines, ROOT, startOwnEngines } from "../harness/own-engines.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-processes.ts";
import type { Disturbance } from "./disturb.ts";
import { type Performer, startPerformer } from "./performer.ts";

export interface World {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly performer: Performer;
  readonly worker: ServerProcess;
  readonly disturbances: readonly Disturbance[];
  readonly stop: () => Promise<void>;
}

const LOGS = path.join(ROOT, "node_modules/.cache/chaos/generation");

const startServer = async (engines: OwnEngines, performer: Performer) => {
  const [port, opsPort, workerOpsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...engines.environment,
    DAILIES_MODE: "production",
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${opsPort}`,
    DAILIES_WORKER_OPS_PORT: `${workerOpsPort}`,
    DAILIES_PUBLIC_ORIGIN: origin,
    DAILIES_PERFORMER_ORIGINS: performer.url,
    DAILIES_WEB_ROOT: undefined,
  };
  const start = (script: string, ops: number): Promise<ServerProcess> =>
    startServerProcess(`apps/server/src/bin/${script}.ts`, environment, {
      readyUrl: `http://127.0.0.1:${ops}/readyz`,
      logFile: path.join(LOGS, `${script}.log`),
    });
  return { origin, environment, api: await start("api", opsPort), worker: await start("worker", workerOpsPort) };
};

/** Every process and engine of the product, for this proof only, and a way to kill each of them. */
export const startWorld = async (): Promise<World> => {
  rmSync(LOGS, { recursive: true, force: true });
  mkdirSync(LOGS, { recursive: true });
  const engines = await startOwnEngines();
  const stops = [engines.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const databaseUrl = await migrateOwn(engines.environment);
    const performer = await startPerformer(engines.environment, LOGS);
    stops.push(performer.stop);
    const { origin, environment, api, worker } = await startServer(engines, performer);
    stops.push(api.stop, worker.stop);
    const disturbances = [
      { name: "worker", act: worker.killAndRestart },
      { name: "API", act: api.killAndRestart },
      { name: "performer", act: performer.killAndRestart },
      ...["temporal", "postgres", "redis", "seaweedfs"].map((engine) => ({
        name: engine,
        act: () => engines.killAndRestart(engine),
      })),
    ];
    return { origin, databaseUrl, environment, performer, worker, disturbances, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
