import type { Curve, MetricValue } from "@dailies/contract";
import { type Points, slicePoints } from "./points.ts";
import { joinSummaries, type Summary, summarise } from "./summary.ts";

export const toMetricValue = (value: number): MetricValue => {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
};

/** Joins neighbours into at most `max` buckets. Every summary ends in exactly one, so that no spike is lost. */
export const toBuckets = (summaries: readonly Summary[], max: number): Summary[] => {
  if (summaries.length <= max) return [...summaries];
  const buckets: Summary[] = [];
  let filled = -1;
  for (const [at, summary] of summaries.entries()) {
    const bucket = Math.floor((at * max) / summaries.length);
    const before = buckets[bucket];
    if (bucket === filled && before) buckets[bucket] = joinSummaries(before, summary);
    else buckets[bucket] = summary;
    filled = bucket;
  }
  return buckets;
};

/** The place of the first step that is not below, by binary search. */
const placeOf = (steps: Float64Array, step: number): number => {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle] ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Sorted points of a range in at most `max` buckets of equal size. */
export const bucketPoints = (points: Points, range: { fromStep: number; toStep: number }, max: number): Summary[] => {
  const from = placeOf(points.steps, range.fromStep);
  const count = Math.max(0, placeOf(points.steps, range.toStep + 1) - from);
  const buckets = Math.min(max, count);
  const edge = (bucket: number): number => from + Math.floor((bucket * count) / buckets);
  return Array.from({ length: buckets }, (_, at) => summarise(slicePoints(points, edge(at), edge(at + 1))));
};

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

const meanOf = ({ sum, points, nan, infinite }: Summary): number | null => {
  const finite = points - nan - infinite;
  return finite === 0 ? null : finiteOrNull(sum / finite);
};

export const toCurve = (runId: string, buckets: readonly Summary[]): Curve => ({
  run_id: runId,
  points: buckets.reduce((sum, { points }) => sum + points, 0),
  from: buckets.map(({ firstStep }) => firstStep),
  to: buckets.map(({ lastStep }) => lastStep),
  min: buckets.map(({ min }) => finiteOrNull(min)),
  max: buckets.map(({ max }) => finiteOrNull(max)),
  mean: buckets.map(meanOf),
  last: buckets.map(({ last }) => toMetricValue(last)),
  time: buckets.map(({ lastAtMs }) => lastAtMs),
  nan: buckets.map(({ nan }) => nan),
  infinite: buckets.map(({ infinite }) => infinite),
  source: null,
});
