export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** The given percentile of a sorted list (nearest rank). */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** A small seeded generator, so that a printed interval is reproducible. */
const random = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const ROUNDS = 2_000;

const middle90 = (values: number[]): [number, number] => {
  const sorted = values.sort((a, b) => a - b);
  return [sorted[Math.floor(ROUNDS * 0.05)] ?? Number.NaN, sorted[Math.floor(ROUNDS * 0.95)] ?? Number.NaN];
};

const resample = (values: readonly number[], next: () => number): number[] =>
  values.map(() => values[Math.floor(next() * values.length)] ?? Number.NaN);

const resampledMedian = (values: readonly number[], next: () => number): number => median(resample(values, next));

/** The 90 % bootstrap interval of the median. */
export const interval90 = (values: readonly number[], seed = 1): [number, number] => {
  const next = random(seed);
  return middle90(Array.from({ length: ROUNDS }, () => resampledMedian(values, next)));
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The 90 % bootstrap interval of the ratio of two means, for sides whose rounds are not paired. */
export const interval90OfMeans = (above: readonly number[], below: readonly number[], seed = 1): [number, number] => {
  const next = random(seed);
  return middle90(Array.from({ length: ROUNDS }, () => mean(resample(above, next)) / mean(resample(below, next))));
};

/** How far the second half of a run moved from the first; detects a process that is still warming up. */
export const drift = (values: readonly number[]): number => {
  const half = Math.floor(values.length / 2);
  return median(values.slice(-half)) / median(values.slice(0, half));
};
