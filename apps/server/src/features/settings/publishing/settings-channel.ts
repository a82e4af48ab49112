import type { Redis } from "ioredis";
import type { Log } from "../../../platform/observability/log.ts";
import { createRedis } from "../../../platform/redis.ts";

export interface SettingsChannel {
  start(): void;
  announce(): void;
  close(): void;
}

interface SettingsChannelOptions {
  readonly redisUrl: string;
  readonly log: Log;
  /** Called for every announcement, and whenever announcements may have been missed. */
  readonly onNews: () => void;
}

const CHANNEL = "dailies:settings";

/**
 * Pub/sub between processes for publications. Messages carry no content: receivers read the database. Without Redis nothing
 * arrives and nothing fails.
 */
export const connectSettingsChannel = ({ redisUrl, log, onNews }: SettingsChannelOptions): SettingsChannel => {
  let isClosed = false;
  const open: Redis[] = [];
  let publisher: Redis | undefined;

  const connect = (toldTo?: Log): Redis | undefined => {
    if (isClosed) return undefined;
    const redis = createRedis({ url: redisUrl, log: toldTo });
    open.push(redis);
    return redis;
  };

  const noteFailure = (error: unknown): void => {
    if (!isClosed) log.debug({ err: error }, "settings channel is not available, polling for published settings");
  };

  const listen = async (): Promise<void> => {
    const redis = connect(log);
    redis?.on("message", onNews);
    redis?.on("ready", () => void redis.subscribe(CHANNEL).catch(noteFailure).finally(onNews));
    await redis?.connect();
  };

  return {
    start: () => void listen().catch(noteFailure),
    announce: () => {
      // No log here: the subscribing connection logs the same outage.
      publisher ??= connect();
      void publisher?.publish(CHANNEL, "published").catch(noteFailure);
    },
    close: () => {
      isClosed = true;
      for (const redis of open) redis.disconnect();
    },
  };
};
