import type { ChainableCommander, Redis } from "ioredis";
import type { OutgoingEvent } from "./event.rules.ts";

const MAX_ENTRIES = 50_000;
/** A browser that was disconnected for longer refetches everything, which is cheaper than a replay. */
const KEPT_MS = 300_000;
const DATA = "data";
const TOPIC = "topic";

export interface StreamEntry {
  readonly id: string;
  readonly topic: string;
  /** One event as JSON. */
  readonly data: string;
}

/** One stream per installation: installations that share a Redis have different database names. */
export const streamKey = (databaseUrl: string): string => `dailies:events:${new URL(databaseUrl).pathname.slice(1)}`;

/** Publishes all events, or throws after any number of them. */
export const publishEvents = async (redis: Redis, key: string, events: readonly OutgoingEvent[]): Promise<void> => {
  // A queued command could be sent long after another relay has published newer events.
  if (redis.status !== "ready") throw new Error(`redis is ${redis.status}`);
  const commands = redis.pipeline();
  for (const { topic, event } of events) {
    commands.xadd(key, "MAXLEN", "~", MAX_ENTRIES, "*", TOPIC, topic, DATA, JSON.stringify(event));
  }
  const ids = await execute(commands);
  const lastMs = Number(String(ids.at(-1)).split("-")[0]);
  await redis.xtrim(key, "MINID", "~", String(lastMs - KEPT_MS));
};

const execute = async (commands: ChainableCommander): Promise<unknown[]> => {
  const answers = (await commands.exec()) ?? [];
  return answers.map(([error, value]) => {
    if (error) throw error;
    return value;
  });
};

export const entriesOf = (raw: readonly (readonly [string, readonly string[] | null])[]): StreamEntry[] =>
  raw.map(([id, fields]) => ({ id, topic: fieldOf(fields ?? [], TOPIC), data: fieldOf(fields ?? [], DATA) }));

const fieldOf = (fields: readonly string[], name: string): string => {
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1] ?? "";
  return "";
};

/** Ids are `milliseconds-sequence`, both increasing. */
export const compareIds = (a: string, b: string): number => {
  const [aMs = 0, aSequence = 0] = a.split("-").map(Number);
  const [bMs = 0, bSequence = 0] = b.split("-").map(Number);
  return aMs - bMs || aSequence - bSequence;
};

/** The smallest id above this one. */
export const idAfter = (id: string): string => {
  const [ms = "0", sequence = "0"] = id.split("-");
  return `${ms}-${Number(sequence) + 1}`;
};
