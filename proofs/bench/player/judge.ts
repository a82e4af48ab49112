import { percentile } from "../statistics.ts";
import type { Recording } from "./page.ts";

/** After a start or a stall, the time to recover counts, not the size of the error. */
const SETTLE_MS = 1_000;
const STALL_MS = 450;
/** Recovered means in sync for at least half a second. */
const STEADY_MS = 500;
const TOGETHER_FRAMES = 0.5;

export interface Judgement {
  readonly settledP50: number;
  readonly settledP99: number;
  readonly allP99: number;
  readonly backMs: number | undefined;
  /** Of frames outside the disturbances, whose length is given. */
  readonly gapP50Ms: number;
  readonly gapP99Ms: number;
  readonly longestGapMs: number;
  /** The longest wait: how long all clips waited for the stalled one. */
  readonly longestWaitMs: number;
  readonly samples: number;
  readonly pictures: number;
  readonly pauses: number;
  /** Pauses without a cause. */
  readonly idlePauses: number;
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export const judge = ({ samples, pictures, stallEndedMs, pausesMs }: Recording, fps: number): Judgement => {
  const spreads = samples.map(({ ms, timesS }) => ({
    ms,
    frames: (Math.max(...timesS) - Math.min(...timesS)) * fps,
  }));
  const startedMs = spreads[0]?.ms ?? 0;
  const isSpoilt = (ms: number): boolean =>
    ms < startedMs + SETTLE_MS ||
    (stallEndedMs !== undefined && ms > stallEndedMs - STALL_MS && ms < stallEndedMs + SETTLE_MS);
  const settled = sorted(spreads.filter(({ ms }) => !isSpoilt(ms)).map(({ frames }) => frames));
  const calm = pictures.filter(({ ms, gapMs }) => !(isSpoilt(ms) || isSpoilt(ms - gapMs)));
  const gaps = sorted(calm.map(({ gapMs }) => gapMs));
  return {
    settledP50: percentile(settled, 0.5),
    settledP99: percentile(settled, 0.99),
    allP99: percentile(sorted(spreads.map(({ frames }) => frames)), 0.99),
    backMs: stallEndedMs === undefined ? undefined : msUntilBack(spreads, stallEndedMs),
    gapP50Ms: percentile(gaps, 0.5),
    gapP99Ms: percentile(gaps, 0.99),
    longestGapMs: gaps.at(-1) ?? Number.NaN,
    longestWaitMs: Math.max(...pictures.map(({ gapMs }) => gapMs)),
    samples: samples.length,
    pictures: gaps.length,
    pauses: pausesMs.length,
    idlePauses: pausesMs.filter((ms) => !isSpoilt(ms)).length,
  };
};

const msUntilBack = (spreads: readonly { ms: number; frames: number }[], sinceMs: number): number => {
  const after = spreads.filter(({ ms }) => ms >= sinceMs);
  const isSteadyFrom = (fromMs: number): boolean =>
    after.every(({ ms, frames }) => ms < fromMs || ms > fromMs + STEADY_MS || frames <= TOGETHER_FRAMES);
  return (after.find(({ ms }) => isSteadyFrom(ms))?.ms ?? Number.POSITIVE_INFINITY) - sinceMs;
};
