import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { Gauge, type Registry } from "prom-client";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import { createRedis } from "../../platform/redis.ts";
import { coalesce, type OutgoingEvent, type TaskState, taskEvents, taskRow } from "./event.rules.ts";
import {
  deleteEvents,
  deleteOldEvents,
  hasEvents,
  insertEvents,
  listEvents,
  listTouchedTasks,
  measureEvents,
  tryTurn,
} from "./event-outbox.store.ts";
import { publishEvents, streamKey } from "./event-stream.ts";

export interface EventRelayOptions {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly log: Log;
  /** The progress of a task; undefined when it was deleted. Read at most once a second per task. */
  readonly readTaskState: (db: Db, taskId: string) => Promise<TaskState | undefined>;
  readonly metrics?: Registry;
  readonly intervalMs?: number;
  /** Unpublished events older than this are dropped. */
  readonly keptS?: number;
}

export interface EventRelay {
  /** Resolves when the current batch is published. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 2_000;
const TASKS_AT_ONCE = 8;
const RECOUNT_EVERY_MS = 1_000;
/** The database ends a transaction that idles this long; the relay publishes nothing after half of it. */
const LEASE_MS = 5_000;
const MAX_PAUSE_MS = 2_000;
const TIDY_EVERY_MS = 5_000;

/**
 * Outbox relay: publishes the events of committed transactions to Redis. Any number may run; an advisory lock gives each
 * batch to one of them. A crash between publishing and deleting repeats events, which is harmless because an event carries
 * the current state.
 */
export const startEventRelay = (options: EventRelayOptions): EventRelay => {
  const stopping = new AbortController();
  const redis = createRedis({ url: options.redisUrl, log: options.log });
  // The client reconnects by itself; until then every batch fails and logs it.
  redis.connect().catch(() => undefined);
  const running = new Relay(options, redis).run(stopping.signal).finally(() => redis.disconnect());
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};

class Relay {
  private readonly options: EventRelayOptions;
  private readonly redis: Redis;
  private readonly key: string;
  private readonly tidy: () => Promise<void>;
  /** When each task was last counted, and the tasks already listed for the next count. */
  private readonly countedAtMs = new Map<string, number>();
  private readonly listed = new Set<string>();

  constructor(options: EventRelayOptions, redis: Redis) {
    this.options = options;
    this.redis = redis;
    this.key = streamKey(options.databaseUrl);
    this.tidy = tidier(options);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { intervalMs = 100, log } = this.options;
    let failures = 0;
    while (!signal.aborted) {
      let isMoreDue = false;
      try {
        isMoreDue = await this.relay();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.listed.clear();
        const level = failures === 1 ? "warn" : "debug";
        log[level]({ err: error, failures }, "watchers could not be told");
      }
      await this.tidy();
      if (!isMoreDue) await pause(Math.min(intervalMs * 2 ** failures, MAX_PAUSE_MS), signal);
    }
  }

  /** Returns whether more than one batch was pending. */
  private async relay(): Promise<boolean> {
    const { db } = this.options;
    if (!(await hasEvents(db))) return false;
    const told = await this.inTurn((tx, publish) => this.tellChanges(tx, publish));
    await this.inTurn((tx, publish) => this.tellTasks(tx, publish));
    return told === BATCH_SIZE;
  }

  private inTurn<T>(act: (tx: Tx, publish: Publish) => Promise<T>): Promise<T | undefined> {
    return this.options.db.transaction().execute(async (tx) => {
      if (!(await tryTurn(tx, LEASE_MS))) {
        this.listed.clear();
        return undefined;
      }
      const startedMs = performance.now();
      return act(tx, async (events) => {
        if (performance.now() - startedMs > LEASE_MS / 2) throw new Error("the turn took too long and may be over");
        if (events.length > 0) await publishEvents(this.redis, this.key, events);
      });
    });
  }

  private async tellChanges(tx: Tx, publish: Publish): Promise<number> {
    const rows = await listEvents(tx, BATCH_SIZE);
    const { events, taskIds } = coalesce(rows);
    await publish(events);
    const unlisted = taskIds.filter((taskId) => !this.listed.has(taskId));
    await insertEvents(tx, unlisted.map(taskRow));
    await deleteEvents(
      tx,
      rows.map((row) => row.id),
    );
    for (const taskId of unlisted) this.listed.add(taskId);
    return rows.length;
  }

  private async tellTasks(tx: Tx, publish: Publish): Promise<void> {
    const touched = await listTouchedTasks(tx, this.countedLately(), TASKS_AT_ONCE);
    const told = await Promise.all(touched.map(({ taskId }) => this.count(taskId)));
    await publish(told.flatMap((events) => events ?? []));
    await deleteEvents(
      tx,
      touched.flatMap(({ ids }, index) => (told[index] ? ids : [])),
    );
  }

  /** Undefined when counting failed: the task stays listed and is retried in a second. */
  private async count(taskId: string): Promise<OutgoingEvent[] | undefined> {
    const { db, log, readTaskState } = this.options;
    this.countedAtMs.set(taskId, performance.now());
    try {
      // Outside the relay's transaction: an error here must not roll it back.
      const state = await readTaskState(db, taskId);
      this.listed.delete(taskId);
      return state ? taskEvents(taskId, state) : [];
    } catch (error) {
      log.warn({ err: error, taskId }, "task progress could not be counted");
      return undefined;
    }
  }

  private countedLately(): string[] {
    const since = performance.now() - RECOUNT_EVERY_MS;
    for (const [taskId, atMs] of this.countedAtMs) if (atMs <= since) this.countedAtMs.delete(taskId);
    return [...this.countedAtMs.keys()];
  }
}

type Publish = (events: readonly OutgoingEvent[]) => Promise<void>;

const tidier = ({ db, log, metrics, keptS = 600 }: EventRelayOptions): (() => Promise<void>) => {
  const registers = metrics ? [metrics] : [];
  const depth = new Gauge({ name: "event_outbox_depth", help: "Changes that watchers were not told yet.", registers });
  const age = new Gauge({ name: "event_outbox_oldest_age_seconds", help: "Age of the oldest of them.", registers });
  let nextMs = 0;
  return async () => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + TIDY_EVERY_MS;
    try {
      const gone = await deleteOldEvents(db, keptS);
      if (gone > 0) log.warn({ gone }, "dropped events that could not be delivered; subscribers will refetch");
      const measured = await measureEvents(db);
      depth.set(measured.depth);
      age.set(measured.oldestAgeS);
    } catch (error) {
      log.debug({ err: error }, "pending events could not be counted");
    }
  };
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
