export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** A small seeded generator, so that a printed interval can be had again. */
const random = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** The 90 % bootstrap interval of the median. */
export const interval90 = (values: readonly number[], seed = 1, rounds = 2_000): [number, number] => {
  const next = random(seed);
  const medians = Array.from({ length: rounds }, () =>
    median(values.map(() => values[Math.floor(next() * values.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b);
  return [medians[Math.floor(rounds * 0.05)] ?? Number.NaN, medians[Math.floor(rounds * 0.95)] ?? Number.NaN];
};

/** How far the second half of a run has moved from the first: a process that still warms up shows here. */
export const drift = (values: readonly number[]): number => {
  const half = Math.floor(values.length / 2);
  return median(values.slice(-half)) / median(values.slice(0, half));
};
