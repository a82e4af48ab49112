import { useEffect, useState, useSyncExternalStore } from "react";

const TICK_MS = 15_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const tick = (): void => {
  now = Date.now();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

/** The current time, updated every 15 seconds by one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** The current time, updated every second while used; for countdowns only. */
export const useNowEachSecond = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const interval = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(interval);
  }, []);
  return nowMs;
};
