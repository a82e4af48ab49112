import type { Interval } from "../board/board-result.ts";
import { normalCdf, normalQuantile, tCdf, tQuantile } from "./distributions.ts";
import { f64 } from "./numbers.ts";

const TAIL = 0.025;
const Z = normalQuantile(1 - TAIL);

/**
 * Correction for intervals from resampled prompts: resampling n of n underestimates the spread by √((n − 1) / n), and a
 * spread estimated from n prompts requires Student's t. 1.22 for 10 prompts, 1.03 for 50.
 */
export const stretchOf = (prompts: number): number =>
  (tQuantile(1 - TAIL, prompts - 1) / Z) * Math.sqrt(prompts / (prompts - 1));

/** The same for a bound further out than an interval's: with fewer prompts the tail is heavier. */
export const stretchBound = (bound: number, prompts: number): number =>
  tQuantile(normalCdf(bound), prompts - 1) * Math.sqrt(prompts / (prompts - 1));

export const sortValid = (values: Float64Array): Float64Array => values.filter((value) => !Number.isNaN(value)).sort();

/** Expects sorted values. */
export const quantile = (sorted: Float64Array, level: number): number => {
  const at = Math.min(Math.max(level * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const below = Math.floor(at);
  const low = f64(sorted, below);
  return below + 1 < sorted.length ? low + (at - below) * (f64(sorted, below + 1) - low) : low;
};

/** Percentiles of the resamples, widened by the correction; null with a single prompt. */
export const intervalOf = (value: number, samples: Float64Array, prompts: number): Interval | null => {
  const sorted = sortValid(samples);
  if (Number.isNaN(value) || sorted.length < 2 || !(prompts >= 2)) return null;
  const stretch = stretchOf(prompts);
  const [low, high] = [quantile(sorted, TAIL), quantile(sorted, 1 - TAIL)];
  // A percentile may lie on the wrong side of the point estimate, which must be in its interval.
  return {
    value,
    low: Math.min(value, value + stretch * (low - value)),
    high: Math.max(value, value + stretch * (high - value)),
  };
};

/** Converts a share of resamples into a probability with the same small-sample correction as the intervals. */
export const probabilityOf = (share: number, resamples: number, prompts: number): number => {
  const kept = (share * resamples + 0.5) / (resamples + 1);
  if (!(prompts >= 2)) return 0.5;
  return tCdf(normalQuantile(kept) * Math.sqrt((prompts - 1) / prompts), prompts - 1);
};

export const isOpen = (times: number, resamples: number): boolean => times > TAIL * resamples;
