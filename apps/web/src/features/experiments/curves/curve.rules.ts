import type { Curve } from "@dailies/contract";

export type CurveAxis = "step" | "time";

/** A bucket of a curve on the chart. */
export interface ChartBucket {
  readonly x: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly smooth: number | null;
  readonly fromStep: number;
  readonly toStep: number;
  readonly nan: number;
  readonly infinite: number;
}

/** Exponential smoothing, corrected for its start, so that the first values are not pulled towards zero. Gaps stay gaps. */
export const smoothed = (values: readonly (number | null)[], weight: number): (number | null)[] => {
  let [sum, share] = [0, 0];
  return values.map((value) => {
    if (value === null) return null;
    sum = sum * weight + (1 - weight) * value;
    share = share * weight + (1 - weight);
    return sum / share;
  });
};

export const toChartBuckets = (curve: Curve, axis: CurveAxis, startMs: number, weight: number): ChartBucket[] => {
  const smooth = weight > 0 ? smoothed(curve.mean, weight) : curve.mean;
  return curve.to.map((toStep, at) => ({
    // Seconds since the start of the run, so that runs of different days lie over each other.
    x: axis === "step" ? toStep : ((curve.time[at] ?? startMs) - startMs) / 1_000,
    min: curve.min[at] ?? null,
    max: curve.max[at] ?? null,
    mean: curve.mean[at] ?? null,
    smooth: smooth[at] ?? null,
    fromStep: curve.from[at] ?? toStep,
    toStep,
    nan: curve.nan[at] ?? 0,
    infinite: curve.infinite[at] ?? 0,
  }));
};

export interface Scale {
  readonly toPixel: (value: number) => number;
  readonly toValue: (pixel: number) => number;
  readonly ticks: readonly number[];
}

const TICK_STEPS = [1, 2, 5, 10];

/** About `count` round numbers within a range. */
export const roundTicks = (from: number, to: number, count: number): number[] => {
  const rough = (to - from) / Math.max(1, count);
  if (!(rough > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (TICK_STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
};

/** A range that is never empty, with a little air. */
const padded = (from: number, to: number): readonly [number, number] => {
  if (from === to) return [from - Math.max(1, Math.abs(from)) * 0.05, to + Math.max(1, Math.abs(to)) * 0.05];
  const air = (to - from) * 0.04;
  return [from - air, to + air];
};

export const linearScale = (
  domain: readonly [number, number],
  pixels: readonly [number, number],
  count: number,
): Scale => {
  const [from, to] = domain;
  const size = to - from || 1;
  return {
    toPixel: (value) => pixels[0] + ((value - from) / size) * (pixels[1] - pixels[0]),
    toValue: (pixel) => from + ((pixel - pixels[0]) / (pixels[1] - pixels[0])) * size,
    ticks: roundTicks(from, to, count),
  };
};

export const valueScale = (values: readonly number[], pixels: readonly [number, number], isLog: boolean): Scale => {
  const shown = isLog ? values.filter((value) => value > 0) : values;
  if (shown.length === 0) return linearScale([0, 1], pixels, 4);
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  if (!isLog) return linearScale(padded(low, high), pixels, 5);
  const [from, to] = padded(Math.log10(low), Math.log10(high));
  const inner = linearScale([from, to], pixels, 5);
  const decades = Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, at) => 10 ** (Math.ceil(from) + at));
  return {
    toPixel: (value) => inner.toPixel(Math.log10(value)),
    toValue: (pixel) => 10 ** inner.toValue(pixel),
    ticks: decades.length >= 2 ? decades : inner.ticks.map((power) => 10 ** power),
  };
};

/** The parts of a line between its gaps, as an SVG path. */
export const linePath = (points: readonly (readonly [number, number] | undefined)[]): string => {
  let path = "";
  let isOpen = false;
  for (const point of points) {
    if (point) path += `${isOpen ? "L" : "M"}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    isOpen = point !== undefined;
  }
  return path;
};

/** The area between two lines, one part for each stretch without a gap. */
export const bandPath = (points: readonly (readonly [number, number, number] | undefined)[]): string => {
  let path = "";
  let part: (readonly [number, number, number])[] = [];
  const close = (): void => {
    if (part.length > 0) {
      const there = part.map(([x, high]) => `${x.toFixed(1)} ${high.toFixed(1)}`);
      const back = [...part].reverse().map(([x, , low]) => `${x.toFixed(1)} ${low.toFixed(1)}`);
      path += `M${[...there, ...back].join("L")}Z`;
    }
    part = [];
  };
  for (const point of points) {
    if (point) part.push(point);
    else close();
  }
  close();
  return path;
};

/** The bucket nearest to a place on the axis. */
export const nearestBucket = (buckets: readonly ChartBucket[], x: number): ChartBucket | undefined => {
  let best: ChartBucket | undefined;
  for (const bucket of buckets) if (!best || Math.abs(bucket.x - x) < Math.abs(best.x - x)) best = bucket;
  return best;
};
