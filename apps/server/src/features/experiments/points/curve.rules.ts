import type { Curve, MetricValue } from "@dailies/contract";
import type { Points } from "./points.ts";
import { joinSummaries, type Summary } from "./summary.ts";

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

const toSummary = (step: number, value: number, timeMs: number): Summary => {
  const isNumber = Number.isFinite(value);
  return {
    firstStep: step,
    lastStep: step,
    points: 1,
    nan: Number.isNaN(value) ? 1 : 0,
    infinite: isNumber || Number.isNaN(value) ? 0 : 1,
    min: isNumber ? value : Number.POSITIVE_INFINITY,
    max: isNumber ? value : Number.NEGATIVE_INFINITY,
    sum: isNumber ? value : 0,
    last: value,
    lastAtMs: timeMs,
  };
};

/** Each point of the range as its own summary. */
export const toSummaries = ({ steps, values, times }: Points, fromStep: number, toStep: number): Summary[] => {
  const found: Summary[] = [];
  for (const [at, step] of steps.entries()) {
    if (step >= fromStep && step <= toStep) found.push(toSummary(step, values[at] ?? Number.NaN, times[at] ?? 0));
  }
  return found;
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
});
