import { intervalOf, probabilityOf, quantile, sortValid, stretchBound } from "../math/intervals.ts";
import { f64 } from "../math/numbers.ts";
import type { Figure, Interval } from "./board-result.ts";

/** Values of all entries, and of each resample; NaN when undefined. Larger is better. */
export interface Sampled {
  readonly point: Float64Array;
  readonly samples: Float64Array;
  /** Number of prompts behind each entry. */
  readonly prompts: Float64Array;
}

export const columnOf = ({ point, samples }: Sampled, entry: number): Float64Array => {
  const size = point.length;
  return Float64Array.from({ length: samples.length / size }, (_, n) => f64(samples, n * size + entry));
};

const differenceOf = (sampled: Sampled, one: number, other: number): Float64Array => {
  const size = sampled.point.length;
  const { samples } = sampled;
  return Float64Array.from(
    { length: samples.length / size },
    (_, n) => f64(samples, n * size + one) - f64(samples, n * size + other),
  );
};

const deviationOf = (values: Float64Array): number => {
  let [count, mean, squares] = [0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    const off = value - mean;
    mean += off / count;
    squares += off * (value - mean);
  }
  return count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
};

const fewest = ({ prompts }: Sampled, one: number, other: number): number =>
  Math.min(f64(prompts, one), f64(prompts, other));

export const deltaOf = (sampled: Sampled, one: number, other: number): Interval | null =>
  intervalOf(
    f64(sampled.point, one) - f64(sampled.point, other),
    differenceOf(sampled, one, other),
    fewest(sampled, one, other),
  );

interface Difference {
  readonly one: number;
  readonly other: number;
  readonly difference: number;
  readonly deviation: number;
}

export interface Comparison extends Difference {
  /**
   * Critical value: the number of standard deviations two entries must differ by, so that fewer than 5 % of leaderboards
   * contain any false difference (family-wise).
   */
  readonly critical: number;
}

/** The largest standardized error of any pair in a resample, for the correction for multiple comparisons. */
const largestErrors = (sampled: Sampled, pairs: readonly Difference[]): Float64Array => {
  const size = sampled.point.length;
  const largest = new Float64Array(sampled.samples.length / size);
  for (const { one, other, difference, deviation } of pairs) {
    if (deviation === 0) continue;
    for (let n = 0; n < largest.length; n++) {
      const drawn = f64(sampled.samples, n * size + one) - f64(sampled.samples, n * size + other);
      const error = Math.abs(drawn - difference) / deviation;
      if (error > f64(largest, n)) largest[n] = error;
    }
  }
  return largest;
};

/** Resamples underestimate the spread of few prompts: at 0.95, up to 7 % of leaderboards had an error. */
const BOUND = 0.97;

/** The bound for pairs with this many prompts; memoized, as most pairs have the same number. */
const createBound = (largest: Float64Array): ((prompts: number) => number) => {
  const bound = largest.length > 0 ? quantile(largest, BOUND) : 0;
  const known = new Map<number, number>();
  return (prompts) => {
    const found = known.get(prompts) ?? (prompts >= 2 ? stretchBound(bound, prompts) : Number.POSITIVE_INFINITY);
    known.set(prompts, found);
    return found;
  };
};

export const compareAll = (sampled: Sampled, members: readonly number[]): readonly Comparison[] => {
  const pairs = members.flatMap((one, place) =>
    members.slice(place + 1).map((other) => ({
      one,
      other,
      difference: f64(sampled.point, one) - f64(sampled.point, other),
      deviation: deviationOf(differenceOf(sampled, one, other)),
    })),
  );
  const boundFor = createBound(sortValid(largestErrors(sampled, pairs)));
  return pairs.map((pair) => ({ ...pair, critical: boundFor(fewest(sampled, pair.one, pair.other)) }));
};

const shareAbove = (values: Float64Array): { readonly share: number; readonly of: number } => {
  let [above, of] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    of += 1;
    if (value > 0) above += 1;
    if (value === 0) above += 0.5;
  }
  return { share: above / of, of };
};

export const emptyBeats = (entries: number): Figure[][] =>
  Array.from({ length: entries }, () => Array.from({ length: entries }, () => null));

export const setBeats = (beats: Figure[][], one: number, other: number, probability: number): void => {
  const [row, column] = [beats[one], beats[other]];
  if (row) row[other] = probability;
  if (column) column[one] = 1 - probability;
};

/** P(row is better than column) among these entries. */
export const addBeats = (sampled: Sampled, members: readonly number[], beats: Figure[][]): void => {
  for (const [place, one] of members.entries()) {
    for (const other of members.slice(place + 1)) {
      const { share, of } = shareAbove(differenceOf(sampled, one, other));
      if (of > 0) setBeats(beats, one, other, probabilityOf(share, of, fewest(sampled, one, other)));
    }
  }
};
