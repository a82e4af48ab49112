import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Log } from "../../platform/observability/log.ts";
import { createRedis } from "../../platform/redis.ts";
import { compareIds, entriesOf, idAfter, type StreamEntry } from "./event-stream.ts";

interface EventReaderOptions {
  readonly redisUrl: string;
  readonly key: string;
  readonly log: Log;
  /** Called once, with the position from which all events are delivered. */
  readonly onStart: (id: string) => void;
  readonly onEntries: (entries: readonly StreamEntry[]) => void;
  /** Events may have been lost; delivery continues after this position. */
  readonly onGap: (id: string) => void;
}

export interface EventReader {
  /** Stored events after an id, oldest first; undefined when some were already trimmed. */
  listAfter(id: string, limit: number): Promise<StreamEntry[] | undefined>;
  close(): void;
}

/** Below the command timeout of the connection. */
const BLOCK_MS = 1_000;
const BATCH_SIZE = 500;
const BEGINNING = "0-0";
const MAX_PAUSE_MS = 1_000;

interface StreamPosition {
  readonly runId: string;
  readonly oldest: string | undefined;
  readonly newest: string | undefined;
}

/** Reads the stream for the whole process, on its own connection because XREAD BLOCK occupies it. */
export const startEventReader = (options: EventReaderOptions): EventReader => {
  const { redisUrl, key, log } = options;
  const waiting = createRedis({ url: redisUrl, log });
  const asking = createRedis({ url: redisUrl });
  const follower = new Follower(options, waiting);
  void follower.run();
  return {
    listAfter: async (id, limit) => {
      const entries = await rangeOf(asking, key, `(${id}`, limit);
      // Check the oldest entry second: if it still precedes the id now, nothing was trimmed before either.
      const [oldest] = await rangeOf(asking, key, "-", 1);
      return oldest && compareIds(oldest.id, id) <= 0 ? entries : undefined;
    },
    close: () => {
      follower.isClosed = true;
      waiting.disconnect();
      asking.disconnect();
    },
  };
};

class Follower {
  isClosed = false;
  private readonly options: EventReaderOptions;
  private readonly redis: Redis;
  private runId: string | undefined;
  private isSettled = false;
  private position = BEGINNING;
  /** The last position handed out; positions only increase. */
  private last = BEGINNING;

  constructor(options: EventReaderOptions, redis: Redis) {
    this.options = options;
    this.redis = redis;
    redis.on("close", () => {
      this.isSettled = false;
    });
  }

  async run(): Promise<void> {
    let failures = 0;
    while (!this.isClosed) {
      try {
        if (!this.isSettled) this.settle(await streamPositionOf(this.redis, this.options.key));
        await this.readOnce();
        failures = 0;
      } catch (error) {
        if (this.isClosed) return;
        this.isSettled = false;
        failures += 1;
        this.options.log.debug({ err: error, failures }, "events could not be read from Redis");
        await sleep(Math.min(50 * 2 ** failures, MAX_PAUSE_MS));
      }
    }
  }

  /** After every reconnect: checks whether this is the same Redis and whether it still holds the next events. */
  private settle({ runId, oldest, newest }: StreamPosition): void {
    if (this.runId === undefined) {
      this.position = newest ?? BEGINNING;
      this.last = this.position;
      this.options.onStart(this.last);
    } else if (runId !== this.runId || (oldest !== undefined && compareIds(oldest, this.position) > 0)) {
      // A restart may have lost unread events even when most of the stream survived.
      this.position = newest ?? BEGINNING;
      this.last = compareIds(this.position, this.last) > 0 ? this.position : idAfter(this.last);
      this.options.onGap(this.last);
    }
    this.runId = runId;
    this.isSettled = true;
  }

  private async readOnce(): Promise<void> {
    const { key, onEntries } = this.options;
    const answer = await this.redis.xread("COUNT", BATCH_SIZE, "BLOCK", BLOCK_MS, "STREAMS", key, this.position);
    const entries = entriesOf(answer?.[0]?.[1] ?? []);
    const newest = entries.at(-1);
    // The Redis client repeats the command after a reconnect, so this reply may come from another server.
    if (!newest || this.isClosed || !this.isSettled) return;
    this.position = newest.id;
    if (compareIds(newest.id, this.last) > 0) this.last = newest.id;
    onEntries(entries);
  }
}

const streamPositionOf = async (redis: Redis, key: string): Promise<StreamPosition> => {
  const server = await redis.info("server");
  const [oldest] = await rangeOf(redis, key, "-", 1);
  const [newest] = entriesOf(await redis.xrevrange(key, "+", "-", "COUNT", 1));
  return { runId: /^run_id:(\w+)/m.exec(server)?.[1] ?? "", oldest: oldest?.id, newest: newest?.id };
};

const rangeOf = async (redis: Redis, key: string, from: string, limit: number): Promise<StreamEntry[]> =>
  entriesOf(await redis.xrange(key, from, "+", "COUNT", limit));
