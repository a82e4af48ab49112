import type { Client } from "@temporalio/client";
import type { Config } from "../../config.ts";
import { type Db, readDatabaseVersion } from "../../platform/db/database.ts";
import { createRedis } from "../../platform/redis.ts";
import { createObjectStorage } from "../../platform/s3/object-storage.ts";
import { createTemporal } from "../../platform/temporal/temporal.ts";
import type { EngineProbe } from "./check-engines.ts";
import { EngineFault } from "./describe-fault.ts";

/** Temporal lists a poller for minutes after its process ended; a live one polls again within this time. */
const POLLER_ALIVE_MS = 90_000;

/**
 * Every probe opens and closes its own connection, so that the result is what a new process would see. Clients are loaded on
 * demand, because the API itself uses few of these engines.
 */
export const engineProbes = (config: Config, db: Db): EngineProbe[] => [
  postgres(db),
  redis(config),
  objectStorage(config),
  temporal(config),
  mail(config),
  worker(config),
];

const postgres = (db: Db): EngineProbe => ({
  name: "PostgreSQL",
  purpose: "every record of the console",
  open: async () => ({ ask: () => readDatabaseVersion(db), close: () => undefined }),
});

const redis = (config: Config): EngineProbe => ({
  name: "Redis",
  purpose: "live progress and limits",
  open: async () => {
    const client = createRedis({ url: config.redisUrl });
    return {
      ask: async () => {
        await client.connect();
        return /redis_version:(\S+)/.exec(await client.info("server"))?.[1] ?? null;
      },
      close: () => client.disconnect(),
    };
  },
});

const objectStorage = (config: Config): EngineProbe => ({
  name: "Object storage",
  purpose: "clips, pictures and datasets",
  open: async () => {
    const storage = createObjectStorage(config.s3);
    await storage.client();
    return {
      ask: async () => {
        await storage.headBucket();
        return null;
      },
      close: () => storage.close(),
    };
  },
});

const temporal = (config: Config): EngineProbe => ({
  name: "Temporal",
  purpose: "background work that survives restarts",
  open: () =>
    askTemporal(config, async (client) => {
      const info = await client.workflowService.getSystemInfo({});
      return info.serverVersion || null;
    }),
});

const mail = (config: Config): EngineProbe => ({
  name: "Mail",
  purpose: "sign-in codes and notices",
  open: async () => {
    const { createMailer } = await import("../../platform/mail.ts");
    const mailer = createMailer(config.smtp);
    return {
      ask: async () => {
        await mailer.verify();
        return null;
      },
      close: () => mailer.close(),
    };
  },
});

const worker = (config: Config): EngineProbe => ({
  name: "Worker",
  purpose: "does the background work",
  open: () =>
    askTemporal(config, async (client) => {
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: config.temporal.namespace,
        taskQueue: { name: config.temporal.taskQueue },
        // TASK_QUEUE_TYPE_WORKFLOW
        taskQueueType: 1,
      });
      const seenMs = (pollers ?? []).map((poller) => Number(poller.lastAccessTime?.seconds ?? 0) * 1000);
      if (!seenMs.some((ms) => Date.now() - ms < POLLER_ALIVE_MS)) throw new EngineFault("no worker is running");
      return null;
    }),
});

const askTemporal = async (config: Config, question: (client: Client) => Promise<string | null>) => {
  const connection = createTemporal(config.temporal);
  const client = await connection.client();
  return { ask: () => question(client), close: () => connection.close() };
};
