import { tQuantile } from "../math/distributions.ts";

/** Of 95 %, with equal tails. */
const LEVEL = 0.975;

export interface MeanInterval {
  readonly mean: number;
  /** Sample standard deviation. */
  readonly deviation: number;
  readonly low: number;
  readonly high: number;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** In two passes, so that large values with small differences lose no digits. */
const varianceOf = (values: readonly number[], mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);

/**
 * Student's t interval of a mean. Null with fewer than two values, and when all are equal: then nothing is known about how
 * far they differ by chance.
 */
export const meanInterval = (values: readonly number[]): MeanInterval | null => {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  const deviation = Math.sqrt(varianceOf(values, mean));
  const half = tQuantile(LEVEL, values.length - 1) * (deviation / Math.sqrt(values.length));
  return deviation > 0 && Number.isFinite(half) ? { mean, deviation, low: mean - half, high: mean + half } : null;
};

export interface MeanDifference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Of freedom, by Welch and Satterthwaite. */
  readonly degrees: number;
}

/** Welch's interval of the difference of two means, `values` minus `base`. Null as above, when both have no spread. */
export const meanDifference = (values: readonly number[], base: readonly number[]): MeanDifference | null => {
  if (values.length < 2 || base.length < 2) return null;
  const [mean, baseMean] = [meanOf(values), meanOf(base)];
  const [error, baseError] = [varianceOf(values, mean) / values.length, varianceOf(base, baseMean) / base.length];
  const total = error + baseError;
  if (!(total > 0 && Number.isFinite(total))) return null;
  // As shares, whose squares neither overflow nor vanish.
  const [share, baseShare] = [error / total, baseError / total];
  const degrees = 1 / (share ** 2 / (values.length - 1) + baseShare ** 2 / (base.length - 1));
  const half = tQuantile(LEVEL, degrees) * Math.sqrt(total);
  const difference = mean - baseMean;
  return { difference, low: difference - half, high: difference + half, degrees };
};
