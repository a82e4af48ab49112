/** The difference between a frame and the one before it. */
export interface Change {
  /** Mean absolute difference of luma, 0 to 255. */
  readonly mean: number;
  /** Distance of the two histograms, 0 to 1. */
  readonly spread: number;
}

/** A change this large is a cut whatever the histograms say. */
const LARGE_MEAN = 25.5;
const LEAST_MEAN = 5;
const LEAST_SPREAD = 0.25;
/** A cut stands out from the motion before and after it; flashes and flicker do not. */
const STANDS_OUT = 2;

export const isCut = (change: Change, before: Change | undefined, after: Change | undefined): boolean => {
  const around = Math.max(before?.mean ?? 0, after?.mean ?? 0);
  if (change.mean <= around * STANDS_OUT) return false;
  return change.mean >= LARGE_MEAN || (change.mean >= LEAST_MEAN && change.spread >= LEAST_SPREAD);
};

const BINS = 64;
const LEVELS_PER_BIN = 256 / BINS;

const binOf = (histogram: Uint32Array, bin: number): number => {
  let sum = 0;
  for (let level = bin * LEVELS_PER_BIN; level < (bin + 1) * LEVELS_PER_BIN; level++) sum += histogram[level] as number;
  return sum;
};

/** χ² distance of two histograms with equal pixel counts: 0 for equal ones, 1 for disjoint ones. */
export const histogramDistance = (a: Uint32Array, b: Uint32Array, pixels: number): number => {
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const [x, y] = [binOf(a, bin), binOf(b, bin)];
    if (x + y > 0) sum += (x - y) ** 2 / (x + y);
  }
  return sum / (2 * pixels);
};
