import { z } from "zod";
import { ASSET_STATUSES } from "../assets/schemas.ts";
import { idempotencyKey } from "../credits/schemas.ts";
import { moment, nonNegativeInt, positiveInt, queryArray, text, uuid } from "../kit.ts";
import { wholeNumber } from "../lists.ts";
import { playableClip } from "../performers/schemas.ts";
import { findRunFilterFault, MAX_RUN_FILTER } from "./run-filter.ts";
import { runSourceFault } from "./source-schemas.ts";

/** The words are MLflow's. A run whose program died without a word stays Running; its last sign of life is shown. */
export const EXPERIMENT_RUN_STATUSES = ["Running", "Finished", "Failed", "Killed"] as const;
export type ExperimentRunStatus = (typeof EXPERIMENT_RUN_STATUSES)[number];

export const MAX_RUN_METRICS = 1_000;
export const MAX_RUN_POINTS = 10_000_000;
export const MAX_RUN_SAMPLES = 20_000;
export const MAX_RUN_PARAMS = 500;
export const MAX_RUN_TAGS = 100;
export const MAX_RUN_LOG_CHUNKS = 10_000;
export const MAX_BATCH_POINTS = 50_000;
/** Characters of all lines together: a page of the log has many of them. */
export const MAX_BATCH_LOG = 65_536;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** More curves on one chart cannot be told apart. */
export const MAX_COMPARED_RUNS = 9;
export const MAX_RUN_COLUMNS = 20;
export const MAX_CURVE_BUCKETS = 1_000;
export const MAX_SPARKLINE_RUNS = 50;
/** After this time a run that ended takes no more points. */
export const RUN_GRACE_DAYS = 30;

/** Metrics of the machine, such as `system/gpu_0_utilization`, are shown apart. */
export const SYSTEM_METRIC_PREFIX = "system/";

const KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_.\-/ :@%()+=]*$/u;
/** The name of a metric, a parameter or a tag. */
export const runKey = text({ min: 1, max: 200 }).regex(
  KEY,
  "a name begins with a letter and has no special characters",
);
const paramValue = z.union([text({ max: 2_000 }), z.number(), z.boolean()]);
const params = z
  .record(runKey, paramValue)
  .refine((all) => Object.keys(all).length <= MAX_RUN_PARAMS, `at most ${MAX_RUN_PARAMS} parameters can be logged`);
const tags = z
  .record(runKey, text({ max: 500 }))
  .refine((all) => Object.keys(all).length <= MAX_RUN_TAGS, `at most ${MAX_RUN_TAGS} tags can be logged`);

/** JSON has no word for these three. */
export const NOT_FINITE = ["NaN", "Infinity", "-Infinity"] as const;
export const metricValue = z.union([z.number(), z.literal(NOT_FINITE)]);
export type MetricValue = z.output<typeof metricValue>;

const step = nonNegativeInt;
const timeMs = nonNegativeInt.max(253_402_300_799_999);

export const runInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("package"), id: uuid }),
  z.strictObject({ kind: z.literal("dataset"), id: uuid, version: positiveInt.max(2_147_483_647) }),
]);
export type RunInput = z.output<typeof runInput>;

export const createRunBody = z.strictObject({
  request_key: uuid,
  /** By its name; created with its first run. */
  experiment: text({ min: 1, max: 120, required: "please name an experiment" }).regex(
    /\S/,
    "please name an experiment",
  ),
  name: text({ min: 1, max: 200, required: "please name the run" }),
  /** Who started it, as the program says; the key that signed is kept beside it. */
  owner: text({ min: 1, max: 254 }).optional(),
  gpus: z.number().nonnegative().max(100_000).default(0),
  started_at: moment.optional(),
  params: params.default({}),
  tags: tags.default({}),
  inputs: z.array(runInput).max(20).default([]),
  notes: text({ max: 20_000 }).default(""),
});

export const updateRunBody = z.strictObject({
  status: z.enum(EXPERIMENT_RUN_STATUSES).optional(),
  ended_at: moment.optional(),
  /** A parameter is logged once; another value under the same name is refused. */
  params: params.default({}),
  /** Replace those of the same name. */
  tags: tags.default({}),
});

const hasEqualLengths = (metric: { steps: unknown[]; values: unknown[]; times?: unknown[] | undefined }): boolean =>
  metric.steps.length === metric.values.length &&
  (metric.times === undefined || metric.times.length === metric.steps.length);

/** The points of one metric as columns. Steps may come in any order and more than once. */
export const loggedMetric = z
  .strictObject({
    key: runKey,
    steps: z.array(step).min(1).max(MAX_BATCH_POINTS),
    values: z.array(metricValue).min(1).max(MAX_BATCH_POINTS),
    /** Milliseconds since 1970; omit for the time at which the batch arrives. */
    times: z.array(timeMs).min(1).max(MAX_BATCH_POINTS).optional(),
  })
  .refine(hasEqualLengths, { error: "steps, values and times have one entry for each point", path: ["values"] });

export const loggedSample = z.strictObject({
  prompt: text({ min: 1, max: 4_000 }),
  step,
  /** A clip that every internal user may read, such as one uploaded for a run. */
  asset_id: uuid,
});

const hasFewPoints = ({ metrics }: { metrics: readonly { steps: readonly unknown[] }[] }): boolean =>
  metrics.reduce((sum, { steps }) => sum + steps.length, 0) <= MAX_BATCH_POINTS;
const hasShortLog = ({ lines }: { lines: readonly string[] }): boolean =>
  lines.reduce((sum, line) => sum + line.length, 0) <= MAX_BATCH_LOG;
const hasKeysOnce = ({ metrics }: { metrics: readonly { key: string }[] }): boolean =>
  new Set(metrics.map(({ key }) => key)).size === metrics.length;

export const logBatchBody = z
  .strictObject({
    /** Made once for the batch and sent again with every retry: a batch is stored once. */
    batch_key: idempotencyKey,
    metrics: z.array(loggedMetric).max(MAX_RUN_METRICS).default([]),
    samples: z.array(loggedSample).max(200).default([]),
    /** Lines of the program's output. */
    lines: z
      .array(text({ max: 4_000 }))
      .max(1_000)
      .default([]),
  })
  .refine(hasFewPoints, { error: `a batch has at most ${MAX_BATCH_POINTS} points`, path: ["metrics"] })
  .refine(hasShortLog, { error: `a batch has at most ${MAX_BATCH_LOG} characters of log`, path: ["lines"] })
  .refine(hasKeysOnce, { error: "a metric is named once in a batch", path: ["metrics"] });

export const logBatchReply = z.object({
  /** The batch was stored by an earlier request. */
  is_replay: z.boolean(),
  /** Points of the run after this batch. */
  points: nonNegativeInt,
});

export const runReceipt = z.object({ id: uuid, experiment_id: uuid, is_replay: z.boolean() });

export const experimentItem = z.object({
  id: uuid,
  name: z.string(),
  runs: nonNegativeInt,
  created_by: z.string(),
  created_at: moment,
  /** When its newest run was created. */
  last_run_at: moment,
});
export type ExperimentItem = z.output<typeof experimentItem>;

export const lastMetric = z.object({ value: metricValue, step, at: moment });

export const runInputItem = z.object({
  kind: z.enum(["package", "dataset"]),
  id: uuid,
  version: positiveInt.nullable(),
  /** Null when it was deleted since. */
  name: z.string().nullable(),
});

/** Where a run was copied from, and how old the copy is. */
export const runOrigin = z.object({
  id: uuid,
  name: z.string(),
  /** The id of the run there. */
  run_id: z.string(),
  read_at: moment,
  /** Since when the source no longer lists the run. */
  gone_at: moment.nullable(),
  /** Datasets that the source names as its inputs. */
  inputs: z.array(z.string()),
});

/** The parameters and metrics are those that were asked for. */
export const experimentRun = z.object({
  id: uuid,
  experiment_id: uuid,
  experiment_name: z.string(),
  name: z.string(),
  status: z.enum(EXPERIMENT_RUN_STATUSES),
  owner: z.string(),
  /** The service credential that logged it. */
  logged_by: z.string(),
  /** Null for a run that was logged here. */
  source: runOrigin.nullable(),
  gpus: z.number().nonnegative(),
  started_at: moment,
  ended_at: moment.nullable(),
  /** The last sign of life. */
  last_logged_at: moment,
  /** Null where the source does not say. */
  points: nonNegativeInt.nullable(),
  metric_count: nonNegativeInt,
  sample_count: nonNegativeInt,
  inputs: z.array(runInputItem),
  params: z.record(z.string(), z.string()),
  metrics: z.record(z.string(), lastMetric),
});
export type ExperimentRun = z.output<typeof experimentRun>;

export const runMetric = lastMetric.extend({
  key: z.string(),
  /** This and the next ones are null where the source does not say. */
  points: nonNegativeInt.nullable(),
  /** Points that are no number, or infinite. */
  nan_points: nonNegativeInt.nullable(),
  infinite_points: nonNegativeInt.nullable(),
  /** Of the finite points; null when there are none. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  first_step: step.nullable(),
  last_step: step,
});
export type RunMetric = z.output<typeof runMetric>;

/** With all parameters, tags and metrics. */
export const experimentRunDetail = experimentRun.omit({ metrics: true }).extend({
  tags: z.record(z.string(), z.string()),
  notes: z.string(),
  revision: positiveInt,
  log_chunks: nonNegativeInt,
  metrics: z.array(runMetric),
});
export type ExperimentRunDetail = z.output<typeof experimentRunDetail>;

const readFilter = (filter: string, context: z.RefinementCtx): void => {
  const fault = findRunFilterFault(filter);
  if (fault) context.addIssue({ code: "custom", message: `${fault.message} (character ${fault.at + 1})` });
};
export const runFilter = text({ max: MAX_RUN_FILTER }).superRefine(readFilter);

const keys = queryArray(runKey).pipe(z.array(runKey).max(MAX_RUN_COLUMNS)).default([]);
const runIds = (max: number) => queryArray(uuid).pipe(z.array(uuid).min(1).max(max));

export const listRunsQuery = z.object({
  experiment_id: uuid.optional(),
  /** Runs of one source, or those that were logged here. */
  source_id: z.union([z.literal("here"), uuid]).optional(),
  status: z.enum(EXPERIMENT_RUN_STATUSES).optional(),
  /** Part of the name or of the owner. */
  q: text({ max: 200 }).optional(),
  filter: runFilter.optional(),
  /** Columns of the page, by name. */
  param: keys,
  metric: keys,
  limit: wholeNumber(50, 1, 200),
  /** The `next_cursor` of the page before. */
  cursor: uuid.optional(),
});

export const curvesQuery = z
  .object({
    run_id: runIds(MAX_COMPARED_RUNS),
    metric: runKey,
    from_step: z.coerce.number<string | number>().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    to_step: z.coerce.number<string | number>().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    buckets: wholeNumber(600, 10, MAX_CURVE_BUCKETS),
  })
  .refine(({ from_step: from, to_step: to }) => from === undefined || to === undefined || from <= to, {
    error: "the first step is not after the last one",
    path: ["to_step"],
  });

/**
 * A down-sampled curve, as columns with one entry for each bucket in the order of steps. A bucket holds the points of the
 * steps `from` to `to`; every point is in exactly one, so that no spike is lost.
 */
export const curve = z.object({
  run_id: uuid,
  /** Points in the buckets. */
  points: nonNegativeInt,
  from: z.array(step),
  to: z.array(step),
  /** Of the finite points of the bucket; null when there are none. */
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  mean: z.array(z.number().nullable()),
  /** At the last step of the bucket. */
  last: z.array(metricValue),
  /** When that point was logged, in milliseconds since 1970. */
  time: z.array(timeMs),
  nan: z.array(nonNegativeInt),
  infinite: z.array(nonNegativeInt),
  /** Null for a run that was logged here. */
  source: z
    .object({
      /** When the points were fetched; null when they never were. */
      read_at: moment.nullable(),
      /** The source picked some of its points, because there are too many to fetch: an extreme may be missing. */
      is_sampled: z.boolean(),
      /** Why they could not be fetched again just now. */
      fault: runSourceFault.nullable(),
    })
    .nullable(),
});
export type Curve = z.output<typeof curve>;

export const sparklinesQuery = z.object({ run_id: runIds(MAX_SPARKLINE_RUNS), metric: runKey });
export const sparkline = curve.pick({ run_id: true, min: true, max: true, mean: true, nan: true, infinite: true });
export type Sparkline = z.output<typeof sparkline>;

export const columnsQuery = z.object({
  experiment_id: uuid.optional(),
  kind: z.enum(["param", "metric", "tag"]).optional(),
  q: text({ max: 200 }).optional(),
  limit: wholeNumber(100, 1, 200),
});
export const runColumn = z.object({ kind: z.enum(["param", "metric", "tag"]), key: z.string() });
export type RunColumn = z.output<typeof runColumn>;

export const compareRunsQuery = z.object({ run_id: runIds(MAX_COMPARED_RUNS) });

export const MAX_WALL_PROMPTS = 200;
export const MAX_WALL_STEPS = 1_000;
export const samplePrompt = z.object({
  /** The SHA-256 of the text, the same in every run. */
  key: z.string(),
  text: z.string(),
});
export type SamplePrompt = z.output<typeof samplePrompt>;

export const samplesQuery = z.object({
  run_id: runIds(MAX_COMPARED_RUNS),
  prompt: queryArray(z.string().regex(/^[0-9a-f]{64}$/)).pipe(z.array(z.string()).min(1).max(20)),
  /** Of each run and prompt the newest sample up to this step; omit for the newest of all. */
  step: z.coerce.number<string | number>().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
});
export const runSample = z.object({
  run_id: uuid,
  prompt: z.string(),
  step,
  logged_at: moment,
  /** Of the clip: one that is being checked cannot be played yet. */
  status: z.enum(ASSET_STATUSES),
  clip: playableClip.nullable(),
});
export type RunSample = z.output<typeof runSample>;

export const runLogChunk = z.object({ number: positiveInt, logged_at: moment, lines: z.array(z.string()) });

export const annotateRunBody = z.strictObject({
  expect_revision: positiveInt,
  notes: text({ max: 20_000 }).optional(),
  tags: tags.optional(),
});
