import { type Points, slicePoints } from "./points.ts";

/** What a chart needs of some points when there is no room to show each of them. */
export interface Summary {
  readonly firstStep: number;
  readonly lastStep: number;
  readonly points: number;
  readonly nan: number;
  readonly infinite: number;
  /** Of the finite values: infinity and minus infinity when there are none. */
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  /** At the last step. */
  readonly last: number;
  readonly lastAtMs: number;
}

const countValues = (values: Float64Array): Pick<Summary, "nan" | "infinite" | "min" | "max" | "sum"> => {
  let [nan, infinite, sum] = [0, 0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (Number.isFinite(value)) {
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value;
    } else if (Number.isNaN(value)) nan += 1;
    else infinite += 1;
  }
  return { nan, infinite, min, max, sum };
};

export const summarise = ({ steps, values, times }: Points): Summary => {
  const end = steps.length - 1;
  return {
    ...countValues(values),
    firstStep: steps[0] ?? 0,
    lastStep: steps[end] ?? 0,
    points: steps.length,
    last: values[end] ?? Number.NaN,
    lastAtMs: times[end] ?? 0,
  };
};

/** `b` arrived later or begins later: it decides the last value where both end at the same step. */
export const joinSummaries = (a: Summary, b: Summary): Summary => {
  const later = b.lastStep >= a.lastStep ? b : a;
  return {
    firstStep: Math.min(a.firstStep, b.firstStep),
    lastStep: later.lastStep,
    points: a.points + b.points,
    nan: a.nan + b.nan,
    infinite: a.infinite + b.infinite,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    sum: a.sum + b.sum,
    last: later.last,
    lastAtMs: later.lastAtMs,
  };
};

const SUMMARISED_POINTS = 256;
const FIELDS = 10;

/** The summary of each 256 points, as doubles in the order of the fields. */
export const encodeSummaries = (points: Points): Buffer => {
  const count = Math.ceil(points.steps.length / SUMMARISED_POINTS);
  const all = new Float64Array(count * FIELDS);
  for (let at = 0; at < count; at += 1) {
    const from = at * SUMMARISED_POINTS;
    const each = summarise(slicePoints(points, from, from + SUMMARISED_POINTS));
    const { firstStep, lastStep, nan, infinite, min, max, sum, last, lastAtMs } = each;
    all.set([firstStep, lastStep, each.points, nan, infinite, min, max, sum, last, lastAtMs], at * FIELDS);
  }
  return Buffer.from(all.buffer);
};

export const decodeSummaries = (bytes: Buffer): Summary[] => {
  // A copy, because the bytes of a driver are not aligned.
  const all = new Float64Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: all.length / FIELDS }, (_, at) => {
    const [
      firstStep = 0,
      lastStep = 0,
      points = 0,
      nan = 0,
      infinite = 0,
      min = 0,
      max = 0,
      sum = 0,
      last = 0,
      lastAtMs = 0,
    ] = all.subarray(at * FIELDS, (at + 1) * FIELDS);
    return { firstStep, lastStep, points, nan, infinite, min, max, sum, last, lastAtMs };
  });
};
