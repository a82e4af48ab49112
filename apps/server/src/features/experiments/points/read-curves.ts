import type { Curve } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { listMetricNumbers } from "../logging/metric.store.ts";
import {
  countChunks,
  listChunkBuckets,
  listPayloads,
  listSummarisedChunks,
  type MetricOfRun,
  type StepRange,
} from "./chunk.store.ts";
import { bucketPoints, toBuckets, toCurve } from "./curve.rules.ts";
import { decodePoints } from "./point-codec.ts";
import { concatPoints } from "./points.ts";
import { decodeSummaries, type Summary } from "./summary.ts";

/** Up to so many points of a run are read one by one; the cost does not grow with the run beyond it. */
const MAX_CURVE_POINTS = 60_000;
const MAX_SPARKLINE_POINTS = 2_000;

export interface CurvesQuery {
  readonly runIds: readonly string[];
  readonly metric: string;
  readonly fromStep: number | undefined;
  readonly toStep: number | undefined;
  readonly buckets: number;
}

/** Where the summaries of several runs are collected. */
const addTo = <T>(all: Map<string, T[]>, runId: string, items: readonly T[]): void => {
  const before = all.get(runId);
  if (before) before.push(...items);
  else all.set(runId, [...items]);
};

type ByRun = Map<string, Summary[]>;

const readPoints = async (
  db: Db,
  metrics: readonly MetricOfRun[],
  range: StepRange,
  buckets: number,
): Promise<ByRun> => {
  const parts = new Map<string, Buffer[]>();
  for (const { run_id: runId, payload } of await listPayloads(db, metrics, range)) {
    addTo(parts, runId, [payload]);
  }
  return new Map(
    [...parts].map(([runId, payloads]) => [
      runId,
      bucketPoints(concatPoints(payloads.map(decodePoints)), range, buckets),
    ]),
  );
};

/** A summary of 256 points each, or of a whole small chunk. At an end of the range one may reach beyond it. */
const readSummaries = async (db: Db, metrics: readonly MetricOfRun[], range: StepRange): Promise<ByRun> => {
  const found: ByRun = new Map();
  for (const { runId, summary, summaries } of await listSummarisedChunks(db, metrics, range)) {
    const all = summaries ? decodeSummaries(summaries) : [summary];
    const within = all.filter((each) => each.firstStep <= range.toStep && each.lastStep >= range.fromStep);
    addTo(found, runId, within);
  }
  for (const each of found.values()) each.sort((a, b) => a.firstStep - b.firstStep);
  return found;
};

const none: ByRun = new Map();

/**
 * Down-sample a metric of several runs. Depending on how many points the range has, a bucket joins points, summaries of 256
 * points, or summaries of whole chunks; all three keep the minimum, the maximum and what is not finite.
 */
export const readCurves = async (db: Db, query: CurvesQuery, maxReadPoints = MAX_CURVE_POINTS): Promise<Curve[]> => {
  const range = { fromStep: query.fromStep ?? 0, toStep: query.toStep ?? Number.MAX_SAFE_INTEGER };
  const metrics = await listMetricNumbers(db, query.runIds, query.metric);
  const counts = new Map((await countChunks(db, metrics, range)).map((each) => [each.run_id, each]));
  const those = (isWanted: (count: { chunks: number; points: number }) => boolean): MetricOfRun[] =>
    metrics.filter(({ runId }) => {
      const count = counts.get(runId);
      return count !== undefined && isWanted(count);
    });
  const short = those(({ points }) => points <= maxReadPoints);
  const long = those(({ points, chunks }) => points > maxReadPoints && chunks >= query.buckets);
  const middle = those(({ points, chunks }) => points > maxReadPoints && chunks < query.buckets);
  const [points, summaries, chunks] = await Promise.all([
    short.length === 0 ? none : readPoints(db, short, range, query.buckets),
    middle.length === 0 ? none : readSummaries(db, middle, range),
    long.length === 0 ? none : listChunkBuckets(db, long, range, query.buckets),
  ]);
  return query.runIds.map((runId) => {
    const found = points.get(runId) ?? summaries.get(runId) ?? chunks.get(runId) ?? [];
    return toCurve(runId, toBuckets(found, query.buckets));
  });
};

export const SPARKLINE_BUCKETS = 40;

/** Few buckets for many runs: chunks are joined where there are enough of them, and read where there are few. */
export const readSparklines = (db: Db, runIds: readonly string[], metric: string): Promise<Curve[]> =>
  readCurves(
    db,
    { runIds, metric, fromStep: undefined, toStep: undefined, buckets: SPARKLINE_BUCKETS },
    MAX_SPARKLINE_POINTS,
  );
