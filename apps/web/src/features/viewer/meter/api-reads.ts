import type { IoMeter } from "@dailies/contract";
import { useSyncExternalStore } from "react";

const NOTHING: IoMeter = { requests: 0, bytes: 0, cache_hits: 0, ms: 0 };

const reads = new Map<string, IoMeter>();
const listeners = new Set<() => void>();

const put = (handle: string, io: IoMeter): void => {
  reads.set(handle, io);
  for (const listener of listeners) listener();
};

/** Counts what the API read on behalf of this page, per opened dataset. */
export const countApiReads = (handle: string, io: IoMeter): void => {
  const so = reads.get(handle) ?? NOTHING;
  put(handle, {
    requests: so.requests + io.requests,
    bytes: so.bytes + io.bytes,
    cache_hits: so.cache_hits + io.cache_hits,
    ms: so.ms + io.ms,
  });
};

export const resetApiReads = (handle: string): void => put(handle, NOTHING);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useApiReads = (handle: string): IoMeter =>
  useSyncExternalStore(subscribe, () => reads.get(handle) ?? NOTHING);
