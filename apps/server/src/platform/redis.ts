import { Redis } from "ioredis";
import type { Log } from "./observability/log.ts";

/** Connects on first use and never blocks startup; commands fail after a timeout instead of queueing forever. */
export const createRedis = ({ url, log }: { url: string; log?: Log }): Redis => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(100 * 2 ** attempt, 5_000) * (0.5 + Math.random() / 2),
  });
  let isDown = false;
  redis.on("error", (error) => {
    // One log line per outage, not one per reconnect attempt.
    if (!isDown) log?.warn({ err: error }, "Redis is not reachable");
    isDown = true;
  });
  redis.on("ready", () => {
    isDown = false;
  });
  return redis;
};
