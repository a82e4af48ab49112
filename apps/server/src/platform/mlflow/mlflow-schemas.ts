import { z } from "zod";

/** 64-bit integers are numbers in some releases and texts in others. */
const int64 = z
  .union([z.number(), z.string().regex(/^-?\d{1,19}$/)])
  .transform(Number)
  .pipe(z.int());
/** A time that makes no sense is unknown. */
const moment = int64.optional().catch(undefined);
/** MLflow stores what is infinite as the largest double. */
const metricNumber = z.union([z.number(), z.literal(["NaN", "Infinity", "-Infinity"])]).transform((written) => {
  const value = Number(written);
  return Math.abs(value) === Number.MAX_VALUE ? Math.sign(value) * Number.POSITIVE_INFINITY : value;
});
const pair = z.object({ key: z.string(), value: z.string().default("") });
/** A list without entries is left out of an answer. */
const list = z.array(z.unknown()).default([]);
const nextPage = { next_page_token: z.string().max(10_000).optional() };

export const experimentsAnswer = z.object({ experiments: list, ...nextPage });
export const experimentAnswer = z.object({
  experiment_id: z.string().min(1).max(100),
  name: z.string().min(1),
  creation_time: moment,
});
export type ExperimentAnswer = z.output<typeof experimentAnswer>;

export const pointAnswer = z.object({
  key: z.string(),
  value: metricNumber,
  timestamp: int64.catch(0),
  step: int64.default(0),
  run_id: z.string().optional(),
});
export type PointAnswer = z.output<typeof pointAnswer>;

export const runsAnswer = z.object({ runs: list, ...nextPage });
export const runAnswer = z.object({
  info: z.object({
    /** It is written into filters. */
    run_id: z.string().regex(/^[\w-]{1,100}$/),
    run_name: z.string().default(""),
    experiment_id: z.string().min(1).max(100),
    user_id: z.string().default(""),
    status: z.string().default("RUNNING"),
    start_time: moment,
    end_time: moment,
    lifecycle_stage: z.string().default("active"),
  }),
  data: z.object({ metrics: list, params: list, tags: list }).prefault({}),
  inputs: z.object({ dataset_inputs: list }).prefault({}),
});
export type RunAnswer = z.output<typeof runAnswer>;

export const pairAnswer = pair;
export const datasetInputAnswer = z.object({
  dataset: z.object({ name: z.string().min(1), digest: z.string().default("") }),
});
export const historyAnswer = z.object({ metrics: list, ...nextPage });
