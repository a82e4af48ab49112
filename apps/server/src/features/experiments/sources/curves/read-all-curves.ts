import type { Curve, RunSourceFault } from "@dailies/contract";
import { withDeadline } from "../../../../platform/concurrency/with-deadline.ts";
import { MlflowFault, toMlflowFault } from "../../../../platform/mlflow/mlflow-fault.ts";
import { bucketPoints, toCurve } from "../../points/curve.rules.ts";
import { decodePoints, encodePoints } from "../../points/point-codec.ts";
import type { Points } from "../../points/points.ts";
import { type CurvesQuery, readCurves, readSparklines, SPARKLINE_BUCKETS } from "../../points/read-curves.ts";
import { openSource } from "../registration/open-source.ts";
import type { RunSourcesDeps } from "../run-sources-deps.ts";
import { FAILURES_TO_OPEN } from "../sync/poll-source.ts";
import { fetchPoints, toPoints } from "./fetch-points.ts";
import {
  listSourceMetrics,
  listStoredCurves,
  type SourceMetric,
  type StoredCurve,
  upsertCurve,
} from "./source-curve.store.ts";

/** For all pages of one metric of one run. */
const FETCH_MS = 12_000;
/** A page that looks again at once gets what it got. */
const FRESH_MS = 10_000;

interface CurvePoints {
  readonly points: Points | undefined;
  readonly source: NonNullable<Curve["source"]>;
}

const isFresh = (stored: StoredCurve, metric: SourceMetric, at: Date): boolean =>
  at.getTime() - stored.read_at.getTime() < FRESH_MS ||
  (stored.last_step === metric.last_step && stored.last_at.getTime() === metric.last_at.getTime());

/** Why a source is not asked at all: its circuit is open, or it was removed. */
const refusalOf = (metric: SourceMetric, at: Date): RunSourceFault | undefined => {
  if (metric.failures === null) return "unreachable";
  const isOpen = metric.failures >= FAILURES_TO_OPEN && (metric.next_poll_at ?? at) > at;
  return isOpen ? ((metric.fault as RunSourceFault | null) ?? "unreachable") : undefined;
};

const toCurvePoints = (stored: StoredCurve | undefined, fault: RunSourceFault | null): CurvePoints => ({
  points: stored && decodePoints(stored.payload),
  source: { read_at: stored?.read_at.toISOString() ?? null, is_sampled: stored?.is_sampled ?? false, fault },
});

const addressOf = ({ source_id: id, address, sealed_login }: SourceMetric) => ({ id, address, sealed_login });

/** One of a few requests at a time; a fault of the source is an answer like others. */
const attempt = async <T>(
  { fetches }: RunSourcesDeps,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | MlflowFault> => {
  try {
    const queued = fetches.run(() => withDeadline(new AbortController().signal, FETCH_MS, act));
    return await (queued ?? new MlflowFault("timeout", "too many points are being fetched already"));
  } catch (error) {
    const known = toMlflowFault(error);
    if (!known) throw error;
    return known;
  }
};

const readPoints = async (
  deps: RunSourcesDeps,
  key: string,
  metric: SourceMetric,
  stored: StoredCurve | undefined,
): Promise<CurvePoints> => {
  const at = deps.clock();
  if (stored && isFresh(stored, metric, at)) return toCurvePoints(stored, null);
  const refusal = refusalOf(metric, at);
  if (refusal) return toCurvePoints(stored, refusal);
  const fetched = await attempt(deps, (signal) =>
    fetchPoints(openSource(deps, addressOf(metric), signal), metric.source_run_id, key),
  );
  if (fetched instanceof MlflowFault) return toCurvePoints(stored, fetched.fault);
  const { run_id, last_step, last_at } = metric;
  const payload = encodePoints(fetched.points);
  const curve = { run_id, read_at: at, last_step, last_at, is_sampled: fetched.isSampled, payload };
  await upsertCurve(deps.db, key, curve);
  return toCurvePoints(curve, null);
};

/** Curves of runs that were logged here and of runs of sources, in the order that was asked for. */
export const readAllCurves = async (deps: RunSourcesDeps, query: CurvesQuery): Promise<Curve[]> => {
  const { db } = deps;
  const metrics = await listSourceMetrics(db, query.runIds, query.metric);
  if (metrics.length === 0) return readCurves(db, query);
  const copied = new Set(metrics.map((metric) => metric.run_id));
  const [own, stored] = await Promise.all([
    readCurves(db, { ...query, runIds: query.runIds.filter((id) => !copied.has(id)) }),
    listStoredCurves(db, [...copied], query.metric),
  ]);
  const range = { fromStep: query.fromStep ?? 0, toStep: query.toStep ?? Number.MAX_SAFE_INTEGER };
  const found = await Promise.all(
    metrics.map(async (metric) => {
      const before = stored.find((curve) => curve.run_id === metric.run_id);
      const { points, source } = await readPoints(deps, query.metric, metric, before);
      return { ...toCurve(metric.run_id, points ? bucketPoints(points, range, query.buckets) : []), source };
    }),
  );
  return inOrder(query.runIds, [...own, ...found]);
};

const inOrder = (runIds: readonly string[], curves: readonly Curve[]): Curve[] => {
  const byRun = new Map(curves.map((curve) => [curve.run_id, curve]));
  return runIds.flatMap((id) => byRun.get(id) ?? []);
};

/** Of each run; a small picture of a course needs no more. */
const PICKED_FOR_SPARKLINE = 200;

const wholeRange = { fromStep: 0, toStep: Number.MAX_SAFE_INTEGER };

/** Few buckets for many runs. Of runs of a source that have no stored points the source picks some, in one request. */
export const readAllSparklines = async (
  deps: RunSourcesDeps,
  runIds: readonly string[],
  metric: string,
): Promise<Curve[]> => {
  const { db } = deps;
  const metrics = await listSourceMetrics(db, runIds, metric);
  if (metrics.length === 0) return readSparklines(db, runIds, metric);
  const copied = new Set(metrics.map((each) => each.run_id));
  const [own, stored] = await Promise.all([
    readSparklines(
      db,
      runIds.filter((id) => !copied.has(id)),
      metric,
    ),
    listStoredCurves(db, [...copied], metric),
  ]);
  const byRun = new Map(stored.map((curve) => [curve.run_id, decodePoints(curve.payload)]));
  const missing = Map.groupBy(
    metrics.filter((each) => !byRun.has(each.run_id) && refusalOf(each, deps.clock()) === undefined),
    (each) => each.source_id,
  );
  await Promise.all(
    [...missing.values()].map(async (group) => {
      for (const [runId, points] of await pickPoints(deps, metric, group)) byRun.set(runId, points);
    }),
  );
  const found = metrics.map(({ run_id: id }) => {
    const points = byRun.get(id);
    return toCurve(id, points ? bucketPoints(points, wholeRange, SPARKLINE_BUCKETS) : []);
  });
  return inOrder(runIds, [...own, ...found]);
};

const pickPoints = async (
  deps: RunSourcesDeps,
  key: string,
  group: readonly SourceMetric[],
): Promise<Map<string, Points>> => {
  const [first] = group;
  if (!first) return new Map();
  const answer = await attempt(deps, (signal) =>
    openSource(deps, addressOf(first), signal).sampleHistory(
      group.map((each) => each.source_run_id),
      key,
      PICKED_FOR_SPARKLINE,
    ),
  );
  if (answer instanceof MlflowFault) return new Map();
  const bySourceRun = Map.groupBy(answer, ({ run_id: id }) => id);
  return new Map(
    group.flatMap((each) => {
      const points = bySourceRun.get(each.source_run_id);
      return points ? [[each.run_id, toPoints(points)] as const] : [];
    }),
  );
};
