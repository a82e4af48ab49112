import { migrateOwn } from "../harness/own-database.ts";
import { startOwnEngines } from "../harness/own-engines.ts";
import { emptyLogs, openProcesses, type ServerProcess } from "../harness/server-processes.ts";
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

/** Every process and engine of the product, for this proof only, and a way to kill each of them. */
export const startWorld = async (): Promise<World> => {
  const logs = emptyLogs("generation");
  const engines = await startOwnEngines();
  const stops = [engines.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const databaseUrl = await migrateOwn(engines.environment);
    const performer = await startPerformer(engines.environment, logs);
    stops.push(performer.stop);
    const more = { DAILIES_PERFORMER_ORIGINS: performer.url };
    const { origin, environment, startApi, startWorker } = await openProcesses(engines, logs, more);
    const [api, worker] = [await startApi(), await startWorker()];
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
