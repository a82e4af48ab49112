import path from "node:path";
import { readConfig } from "../../../apps/server/src/config.ts";
import { type OpenedData, openData } from "../../../apps/server/src/features/datasets/index.ts";
import { createItemTables, type ItemTables } from "../../../apps/server/src/features/datasets/item-table.ts";
import { provisionOwnProfile } from "../../../apps/server/src/features/storage/index.ts";
import type { SecretKeys } from "../../../apps/server/src/platform/crypto/secret-keys.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../../apps/server/src/platform/observability/log.ts";
import { createObjectStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";
import { programContext } from "../../../apps/server/src/request-context.ts";
import { migrateOwn } from "./own-database.ts";
import { startOwnEngines } from "./own-engines.ts";
import { emptyLogs, openProcesses, type ServerProcess } from "./server-processes.ts";

export interface World {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly data: OpenedData;
  readonly itemTables: ItemTables;
  readonly secretKeys: SecretKeys;
  readonly api: ServerProcess;
  readonly worker: ServerProcess;
  /** Kills the engine with SIGKILL and restarts it. */
  readonly killEngine: (engine: string) => Promise<void>;
  /** Of the API and the worker. */
  readonly logFiles: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Everything that datasets run on, for this proof only, and a way to kill it. `more` is environment of the server. */
export const startWorld = async (proof: string, more: Readonly<Record<string, string>>): Promise<World> => {
  const logs = emptyLogs(proof);
  const engines = await startOwnEngines();
  const stops = [engines.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const databaseUrl = await migrateOwn(engines.environment);
    const { s3, secretKeys, storageOrigins, queries } = readConfig(engines.environment);
    const { db, close } = createDatabase({ url: databaseUrl, poolSize: 4, applicationName: "dailies-chaos" });
    stops.push(close);
    const storage = createObjectStorage(s3);
    stops.push(storage.close);
    const { log } = openLog({ level: "warn", isBuffered: false });
    const data = openData({ db, clock: () => new Date(), log, storage, own: s3, secretKeys, storageOrigins, queries });
    stops.push(data.close);
    const itemTables = createItemTables(data.catalogue);
    await provisionOwnProfile(data.stores, programContext("(chaos)", "chaos", new Date()));
    const { origin, startApi, startWorker } = await openProcesses(engines, logs, more);
    const [api, worker] = await Promise.all([startApi(), startWorker()]);
    stops.push(api.stop, worker.stop);
    const logFiles = ["api", "worker"].map((name) => path.join(logs, `${name}.log`));
    return {
      origin,
      databaseUrl,
      data,
      itemTables,
      secretKeys,
      api,
      worker,
      killEngine: engines.killAndRestart,
      logFiles,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
