import { createHash } from "node:crypto";
import { type ExperimentRunStatus, MAX_RUN_METRICS, MAX_RUN_PARAMS, MAX_RUN_TAGS, runKey } from "@dailies/contract";
import { readEach } from "../../../../platform/http-client/read-each.ts";
import {
  datasetInputAnswer,
  type ExperimentAnswer,
  type PointAnswer,
  pairAnswer,
  pointAnswer,
  type RunAnswer,
} from "../../../../platform/mlflow/mlflow-schemas.ts";
import { storableText, withoutSecretValues } from "../../../../platform/ray/ray-text.ts";

/** The last point of a metric. */
export interface LastPoint {
  readonly key: string;
  readonly value: number;
  readonly step: number;
  readonly atMs: number;
}

/** A run of a source in the words of our tables. */
export interface CopiedRun {
  readonly id: string;
  readonly sourceRunId: string;
  readonly sourceExperimentId: string;
  readonly name: string;
  readonly status: ExperimentRunStatus;
  readonly owner: string;
  readonly params: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly inputs: readonly string[];
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly lastLoggedAt: Date;
  readonly metrics: readonly LastPoint[];
  readonly isGone: boolean;
  readonly fingerprint: string;
}

/** A run that is only planned counts as one that runs. */
const STATUSES: Readonly<Record<string, ExperimentRunStatus>> = {
  FINISHED: "Finished",
  FAILED: "Failed",
  KILLED: "Killed",
};

const MAX_INPUTS = 20;
/** Long, and of no use to people. */
const LEFT_OUT_TAGS: ReadonlySet<string> = new Set(["mlflow.log-model.history", "mlflow.runName"]);

/** Time-ordered (UUIDv7) by the start of the run, and the same whenever the run is read. */
export const copiedRunId = (sourceId: string, sourceRunId: string, startMs: number): string => {
  const time = startMs.toString(16).padStart(12, "0");
  const hash = createHash("sha256").update(`${sourceId} ${sourceRunId}`).digest("hex");
  const variant = "89ab".charAt(Number.parseInt(hash.charAt(3), 16) % 4);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(0, 3)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ].join("-");
};

const pairsOf = (list: readonly unknown[], max: number, cut: (value: string) => string): Record<string, string> => {
  const pairs = readEach(list, pairAnswer)
    .items.filter(({ key }) => key.length <= 200 && storableText(key, 200) === key && key !== "")
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, max);
  return Object.fromEntries(pairs.map(({ key, value }) => [key, cut(value)]));
};

/** Times that PostgreSQL and the contract know. */
const MAX_TIME_MS = 253_402_300_799_999;
const timeWithin = (ms: number, latestMs = MAX_TIME_MS): number => Math.min(Math.max(0, ms), latestMs);

/** Steps below zero, which MLflow allows, are at the begin. */
export const toPoint = ({ key, value, step, timestamp }: PointAnswer): LastPoint => ({
  key,
  value,
  step: Math.min(Math.max(0, step), Number.MAX_SAFE_INTEGER),
  atMs: timeWithin(timestamp),
});

const metricsOf = (list: readonly unknown[]): LastPoint[] => {
  const points = readEach(list, pointAnswer).items.filter(({ key }) => runKey.safeParse(key).success);
  return [...new Map(points.map((point) => [point.key, toPoint(point)])).values()]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, MAX_RUN_METRICS);
};

/** `at` is now: a run cannot have started later. */
export const toCopiedRun = (sourceId: string, { info, data, inputs }: RunAnswer, at: Date): CopiedRun => {
  const startMs = timeWithin(info.start_time ?? at.getTime(), at.getTime());
  const status = STATUSES[info.status] ?? "Running";
  const metrics = metricsOf(data.metrics);
  const lastMs = metrics.reduce((last, { atMs }) => Math.max(last, atMs), startMs);
  const endMs = status === "Running" ? null : timeWithin(Math.max(startMs, info.end_time ?? lastMs));
  const all = pairsOf(data.tags, MAX_RUN_TAGS, (value) => storableText(withoutSecretValues(value), 500));
  const tags = Object.fromEntries(Object.entries(all).filter(([key]) => !LEFT_OUT_TAGS.has(key)));
  const run = {
    id: copiedRunId(sourceId, info.run_id, startMs),
    sourceRunId: info.run_id,
    sourceExperimentId: info.experiment_id,
    name: storableText(info.run_name, 200).trim() || info.run_id,
    status,
    owner: storableText(info.user_id || (tags["mlflow.user"] ?? ""), 254).trim() || "mlflow",
    params: pairsOf(data.params, MAX_RUN_PARAMS, (value) => storableText(value, 2_000)),
    tags,
    inputs: readEach(inputs.dataset_inputs, datasetInputAnswer)
      .items.slice(0, MAX_INPUTS)
      .map(({ dataset }) => storableText(dataset.digest ? `${dataset.name} (${dataset.digest})` : dataset.name, 300)),
    startedAt: new Date(startMs),
    endedAt: endMs === null ? null : new Date(endMs),
    lastLoggedAt: new Date(Math.max(lastMs, endMs ?? 0)),
    metrics,
    isGone: info.lifecycle_stage === "deleted",
  };
  // JSON has no word for what is not finite.
  const written = JSON.stringify(run, (_, value) => (typeof value === "number" ? String(value) : value));
  return { ...run, fingerprint: createHash("sha256").update(written).digest("base64") };
};

const MAX_NAME = 120;
const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** How an experiment of a source is called here, and another name for when somebody else has it already. */
export const experimentNames = (
  sourceName: string,
  { experiment_id: id, name }: ExperimentAnswer,
): { readonly name: string; readonly other: string } => {
  const whole = storableText(`${sourceName}: ${name}`, 1_000);
  const other = `${whole.slice(0, MAX_NAME - 9).toWellFormed()} ${shortHash(`${sourceName} ${id}`)}`;
  return { name: whole.length <= MAX_NAME ? whole : other, other };
};
