import { createHash } from "node:crypto";
import {
  MAX_RUN_LOG_CHUNKS,
  MAX_RUN_METRICS,
  MAX_RUN_POINTS,
  type MetricValue,
  RUN_GRACE_DAYS,
} from "@dailies/contract";
import type { ServiceCaller } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type Chunk, MERGED_CHUNKS, mergeChunks, toChunks } from "../points/chunk.rules.ts";
import {
  deleteChunks,
  insertChunks,
  listChunksToMerge,
  type PlacedChunk,
  type StoredChunk,
} from "../points/chunk.store.ts";
import { decodePoints } from "../points/point-codec.ts";
import { type Points, sortPoints } from "../points/points.ts";
import { joinSummaries, type Summary } from "../points/summary.ts";
import { insertColumns } from "../runs/experiment.store.ts";
import { type LoggedSample, logSamples } from "../samples/log-samples.ts";
import { listKnownMetrics, upsertMetrics } from "./metric.store.ts";
import { growRun, insertLogChunk, lockRun, type RunState, rememberBatch } from "./run-state.store.ts";

export interface Batch {
  readonly batchKey: string;
  readonly metrics: readonly {
    readonly key: string;
    readonly steps: readonly number[];
    readonly values: readonly MetricValue[];
    readonly times: readonly number[] | undefined;
  }[];
  readonly samples: readonly LoggedSample[];
  readonly lines: readonly string[];
}

export interface LoggedBatch {
  readonly isReplay: boolean;
  readonly points: number;
}

export const noSuchRun = (): DomainError => new DomainError("not_found", "there is no run with this id");

const DAY_MS = 86_400_000;

/** The points of a batch as columns, sorted by step, and the hash of what was sent. */
const readBatch = (batch: Batch, at: Date): { metrics: { key: string; points: Points }[]; sha256: Buffer } => {
  const hash = createHash("sha256");
  const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) => new Uint8Array(buffer, byteOffset, byteLength);
  const metrics = batch.metrics.map(({ key, steps, values, times }) => {
    const points = {
      steps: Float64Array.from(steps),
      // The words for what is not finite are those that Number reads.
      values: Float64Array.from(values, Number),
      times: times ? Float64Array.from(times) : new Float64Array(steps.length).fill(at.getTime()),
    };
    hash.update(JSON.stringify([key, steps.length, times !== undefined]));
    hash.update(bytesOf(points.steps)).update(bytesOf(points.values));
    // The time of arrival is another one for a retry, which is the same batch all the same.
    if (times) hash.update(bytesOf(points.times));
    return { key, points: sortPoints(points) };
  });
  hash.update(JSON.stringify([batch.samples, batch.lines]));
  return { metrics, sha256: hash.digest() };
};

/** Stores a batch once: a retry under the same key changes nothing, and another batch under it is refused. */
export const logBatch = (
  db: Db,
  service: ServiceCaller,
  { runId, batch, at }: { readonly runId: string; readonly batch: Batch; readonly at: Date },
): Promise<LoggedBatch> => {
  const { metrics, sha256 } = readBatch(batch, at);
  return db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId, service.credentialId);
    if (!run) throw noSuchRun();
    const stored = await rememberBatch(tx, { runId, batchKey: batch.batchKey, sha256, at });
    if (stored && !stored.equals(sha256)) {
      throw new DomainError("conflict", "this batch key was used for another batch");
    }
    if (stored) return { isReplay: true, points: run.points };
    requireOpen(run, at);
    const points = metrics.reduce((sum, each) => sum + each.points.steps.length, 0);
    requireRoom(run, { points, logChunks: batch.lines.length > 0 ? 1 : 0 });
    const newMetrics = await storeMetrics(tx, runId, run, metrics);
    const samples = await logSamples(tx, { runId, run, samples: batch.samples, at });
    const logChunks = batch.lines.length > 0 ? 1 : 0;
    if (logChunks > 0) await insertLogChunk(tx, { runId, number: run.log_chunks + 1, lines: batch.lines, at });
    await growRun(tx, runId, { points, metrics: newMetrics, samples, logChunks }, at);
    return { isReplay: false, points: run.points + points };
  });
};

/** Batches that were delayed arrive after the end of a run; very old ones are a mistake. */
const requireOpen = ({ ended_at: endedAt }: RunState, at: Date): void => {
  if (endedAt !== null && at.getTime() - endedAt.getTime() > RUN_GRACE_DAYS * DAY_MS) {
    throw new DomainError("conflict", `this run ended more than ${RUN_GRACE_DAYS} days ago`);
  }
};

const requireRoom = (run: RunState, more: { points: number; logChunks: number }): void => {
  if (run.points + more.points > MAX_RUN_POINTS) {
    throw new DomainError("conflict", `a run has at most ${MAX_RUN_POINTS} points`);
  }
  if (run.log_chunks + more.logChunks > MAX_RUN_LOG_CHUNKS) {
    throw new DomainError("conflict", `a run has at most ${MAX_RUN_LOG_CHUNKS} parts of a log`);
  }
};

interface NumberedMetric {
  readonly number: number;
  readonly key: string;
  readonly chunks: readonly Chunk[];
}

const summaryOf = (chunks: readonly Chunk[]): Summary => chunks.map(({ summary }) => summary).reduce(joinSummaries);

/** Returns how many metrics are new. */
const storeMetrics = async (
  tx: Tx,
  runId: string,
  run: RunState,
  metrics: readonly { key: string; points: Points }[],
): Promise<number> => {
  if (metrics.length === 0) return 0;
  const keys = metrics.map(({ key }) => key);
  const numbers = new Map((await listKnownMetrics(tx, runId, keys)).map(({ key, number }) => [key, number]));
  const newKeys = keys.filter((key) => !numbers.has(key));
  if (run.metrics + newKeys.length > MAX_RUN_METRICS) {
    throw new DomainError("conflict", `a run has at most ${MAX_RUN_METRICS} metrics`);
  }
  for (const [at, key] of newKeys.entries()) numbers.set(key, run.metrics + at + 1);
  await insertColumns(tx, run.experiment_id, "metric", newKeys);
  const numbered = metrics.map(({ key, points }) => ({ number: numbers.get(key) ?? 0, key, chunks: toChunks(points) }));
  await storeChunks(tx, runId, numbered);
  return newKeys.length;
};

/** A chunk is numbered by the batch of its metric and its place in it: later numbers arrived later. */
const numberOf = (batches: number, place: number): number => batches * MERGED_CHUNKS + place;

const storeChunks = async (tx: Tx, runId: string, metrics: readonly NumberedMetric[]): Promise<void> => {
  const rows = metrics.map(({ number, key, chunks }) => ({ number, key, summary: summaryOf(chunks) }));
  const batches = new Map((await upsertMetrics(tx, runId, rows)).map((each) => [each.number, each.batches]));
  const placed = metrics.flatMap(({ number, chunks }): PlacedChunk[] =>
    chunks.map((chunk, place) => ({ ...chunk, metric: number, number: numberOf(batches.get(number) ?? 1, place) })),
  );
  await insertChunks(tx, runId, placed);
  const due = [...batches].filter(([, count]) => count % MERGED_CHUNKS === 0).map(([number]) => number);
  if (due.length > 0) await mergeSmallChunks(tx, runId, due);
};

/** Rewrites small chunks as larger ones, in the order of their arrival. */
const mergeSmallChunks = async (tx: Tx, runId: string, metrics: readonly number[]): Promise<void> => {
  const small = await listChunksToMerge(tx, runId, metrics);
  if (small.length === 0) return;
  const groups = new Map<string, StoredChunk[]>();
  for (const chunk of small) {
    const group = `${chunk.metric} ${chunk.tier}`;
    groups.set(group, [...(groups.get(group) ?? []), chunk]);
  }
  const merged = [...groups.values()].flatMap((chunks): PlacedChunk[] => {
    // The numbers of the last ones are free again, and there are never more merged chunks than there were small ones.
    const numbers = chunks.map(({ number }) => number);
    const parts = mergeChunks(chunks.map(({ payload }) => decodePoints(payload)));
    const metric = chunks[0]?.metric ?? 0;
    return parts.map((part, place) => ({
      ...part,
      metric,
      number: numbers[numbers.length - parts.length + place] ?? 0,
    }));
  });
  await deleteChunks(tx, runId, small);
  await insertChunks(tx, runId, merged);
};
