import { useSyncExternalStore } from "react";

/** What this page read directly from storage. */
export interface ShardReads {
  readonly requests: number;
  readonly bytes: number;
  /** The sum of the times to first byte. */
  readonly ms: number;
}

const NOTHING: ShardReads = { requests: 0, bytes: 0, ms: 0 };
const add = (left: ShardReads, right: ShardReads): ShardReads => ({
  requests: left.requests + right.requests,
  bytes: left.bytes + right.bytes,
  ms: left.ms + right.ms,
});

const reads = new Map<string, ShardReads>();
const listeners = new Set<() => void>();
let changes = 0;

const tell = (): void => {
  changes += 1;
  for (const listener of listeners) listener();
};

export const countReads = (key: string, { requests, bytes, ms }: ShardReads): void => {
  reads.set(key, add(reads.get(key) ?? NOTHING, { requests, bytes, ms }));
  tell();
};

/** The sum over all clips whose keys have this prefix. */
export const readsOf = (prefix: string): ShardReads =>
  [...reads].filter(([key]) => key.startsWith(prefix)).reduce((sum, [, each]) => add(sum, each), NOTHING);

export const resetReads = (prefix: string): void => {
  for (const key of [...reads.keys()]) if (key.startsWith(prefix)) reads.delete(key);
  tell();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShardReads = (prefix = ""): ShardReads => {
  useSyncExternalStore(subscribe, () => changes);
  return readsOf(prefix);
};
