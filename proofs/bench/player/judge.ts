import { percentile } from "../../../checks/file-sizes.ts";
import type { Recording } from "./page.ts";

/** What a start or a stall spoils is judged by how soon it is over, not by how large it was. */
const SETTLE_MS = 1_000;
const STALL_MS = 450;
/** Back together is back for good: for half a second at least. */
const STEADY_MS = 500;
export const GOAL_FRAMES = 0.5;

export interface Judgement {
  readonly settledP50: number;
  readonly settledP99: number;
  readonly allP99: number;
  readonly backMs: number | undefined;
  readonly gapP50Ms: number;
  readonly gapP99Ms: number;
  readonly samples: number;
  readonly pauses: number;
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export const judge = ({ samples, gapsMs, stallEndedMs, holds }: Recording, fps: number): Judgement => {
  const spreads = samples.map(({ ms, timesS }) => ({
    ms,
    frames: (Math.max(...timesS) - Math.min(...timesS)) * fps,
  }));
  const startedMs = spreads[0]?.ms ?? 0;
  const isSpoilt = (ms: number): boolean =>
    ms < startedMs + SETTLE_MS ||
    (stallEndedMs !== undefined && ms > stallEndedMs - STALL_MS && ms < stallEndedMs + SETTLE_MS);
  const settled = sorted(spreads.filter(({ ms }) => !isSpoilt(ms)).map(({ frames }) => frames));
  const gaps = sorted(gapsMs);
  return {
    settledP50: percentile(settled, 0.5),
    settledP99: percentile(settled, 0.99),
    allP99: percentile(sorted(spreads.map(({ frames }) => frames)), 0.99),
    backMs: stallEndedMs === undefined ? undefined : msUntilBack(spreads, stallEndedMs),
    gapP50Ms: percentile(gaps, 0.5),
    gapP99Ms: percentile(gaps, 0.99),
    samples: samples.length,
    pauses: holds,
  };
};

const msUntilBack = (spreads: readonly { ms: number; frames: number }[], sinceMs: number): number => {
  const after = spreads.filter(({ ms }) => ms >= sinceMs);
  const isSteadyFrom = (fromMs: number): boolean =>
    after.every(({ ms, frames }) => ms < fromMs || ms > fromMs + STEADY_MS || frames <= GOAL_FRAMES);
  return (after.find(({ ms }) => isSteadyFrom(ms))?.ms ?? Number.POSITIVE_INFINITY) - sinceMs;
};
