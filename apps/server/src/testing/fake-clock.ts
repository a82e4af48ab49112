import type { Clock } from "../platform/clock.ts";

export interface FakeClock {
  readonly now: Clock;
  advance(ms: number): void;
}

/** Stands still until a test moves it. */
export const fakeClock = (start = new Date("2026-11-15T12:00:00Z")): FakeClock => {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms;
    },
  };
};
