import { z } from "zod";
import { fieldValue } from "../fields/field-types.ts";
import { moment, nonNegativeInt, optionalFilter, positiveInt, text, uuid } from "../kit.ts";
import { pageQuery, RUN_STATUSES } from "../lists.ts";
import { PROCESSING_TEMPLATES } from "./templates.ts";

export type ProcessingStatus = (typeof RUN_STATUSES)[number];
/** What an unfinished run is doing. */
export const PROCESSING_PHASES = ["preparing", "submitting", "processing", "registering"] as const;
export type ProcessingPhase = (typeof PROCESSING_PHASES)[number];

/** How an attempt failed, beside the sentence that says more. */
export const PROCESSING_FAULTS = [
  "nothing_to_process",
  "cluster_gone",
  "cluster_silent",
  "job_refused",
  "job_failed",
  "job_stopped",
  "job_lost",
  "out_of_time",
  "output_incomplete",
  "unexpected",
] as const;
export type ProcessingFault = (typeof PROCESSING_FAULTS)[number];

export const MAX_PROCESSING_ITEMS = 100_000_000;
export const MAX_PROCESSING_HOURS = 72;

/** Of each part that is worked on; `parallel` parts at once. */
export const processingResources = z.strictObject({
  cpus: z.number().min(0).max(256).default(1),
  gpus: z.number().min(0).max(64).default(0),
  memory_bytes: z
    .int()
    .min(0)
    .max(4 * 1024 ** 4)
    .default(0),
  parallel: z.int().min(1).max(1_000).default(2),
  /** An attempt that takes longer is stopped; another attempt goes on with the parts that are missing. */
  max_hours: z.int().min(1).max(MAX_PROCESSING_HOURS).default(24),
});
export type ProcessingResources = z.output<typeof processingResources>;

export const processingParameters = z
  .record(z.string().regex(/^[a-z0-9_]{1,60}$/), fieldValue)
  .refine((value) => Object.keys(value).length <= 20, "at most 20 parameters")
  .meta({ maxProperties: 20 });

const chosen = {
  view_id: uuid,
  template: z.enum(PROCESSING_TEMPLATES),
};

export const estimateProcessingBody = z.strictObject(chosen);

export const processingEstimate = z.object({
  /** That the job gets. */
  items: nonNegativeInt,
  /** Items of the view that it does not get: they are faulty or, where clips are read, have none. */
  left_out: nonNegativeInt,
  /** Of clips; zero where none are read. */
  bytes: nonNegativeInt,
  parts: nonNegativeInt,
  /** From recent runs of the template; null when there are none. */
  seconds: z.number().nonnegative().nullable(),
});
export type ProcessingEstimate = z.output<typeof processingEstimate>;

export const processingName = text({ min: 1, max: 120, required: "please enter a name" });

export const createProcessingBody = z.strictObject({
  ...chosen,
  /** Of the dataset that the output is registered as. */
  name: processingName,
  cluster_id: uuid,
  parameters: processingParameters.default({}),
  resources: processingResources.default({ cpus: 1, gpus: 0, memory_bytes: 0, parallel: 2, max_hours: 24 }),
  request_key: uuid,
});
export type CreateProcessingBody = z.input<typeof createProcessingBody>;

export const listProcessingQuery = z.object({
  ...pageQuery,
  status: z.enum(RUN_STATUSES).optional(),
  cluster_id: uuid.optional(),
  q: optionalFilter(text({ max: 200 })),
});

/** A view as it was when the run was made. */
export const processingSource = z.object({
  dataset_id: uuid,
  dataset_name: z.string(),
  version: positiveInt,
  view_id: uuid,
  view_name: z.string(),
});

const runFields = {
  id: uuid,
  name: z.string(),
  template: z.enum(PROCESSING_TEMPLATES),
  status: z.enum(RUN_STATUSES),
  /** Null once it is over. */
  phase: z.enum(PROCESSING_PHASES).nullable(),
  is_cancelling: z.boolean(),
  source: processingSource,
  cluster_id: uuid,
  cluster_name: z.string(),
  /** Null until the item list is written. */
  items_total: nonNegativeInt.nullable(),
  parts_total: nonNegativeInt.nullable(),
  parts_done: nonNegativeInt,
  /** Known when the run has ended. */
  rows_out: nonNegativeInt.nullable(),
  items_failed: nonNegativeInt.nullable(),
  /** Of all attempts, from the parts that were finished. */
  cpu_seconds: z.number().nonnegative(),
  gpu_seconds: z.number().nonnegative(),
  attempts: positiveInt,
  fault: z.enum(PROCESSING_FAULTS).nullable(),
  error: z.string().nullable(),
  output_dataset_id: uuid.nullable(),
  output_dataset_name: z.string().nullable(),
  created_by: z.string(),
  is_mine: z.boolean(),
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
};

export const processingRun = z.object(runFields);
export type ProcessingRun = z.output<typeof processingRun>;

export const processingAttempt = z.object({
  number: positiveInt,
  status: z.enum(RUN_STATUSES),
  /** Of the job on the cluster, which is the same for every try to submit it. */
  submission_id: z.string(),
  /** The job as the polls of its cluster keep it; null before the first poll that sees it. */
  cluster_job_id: uuid.nullable(),
  ray_status: z.string().nullable(),
  fault: z.enum(PROCESSING_FAULTS).nullable(),
  error: z.string().nullable(),
  log_tail: z.string(),
  parts_done: nonNegativeInt,
  cpu_seconds: z.number().nonnegative(),
  gpu_seconds: z.number().nonnegative(),
  created_by: z.string(),
  created_at: moment,
  submitted_at: moment.nullable(),
  ended_at: moment.nullable(),
});
export type ProcessingAttempt = z.output<typeof processingAttempt>;

export const processingDetail = z.object({
  ...runFields,
  parameters: z.record(z.string(), fieldValue),
  resources: processingResources,
  output_uri: z.string(),
  /** Since when the cluster has not answered; null while it does. */
  silent_since: moment.nullable(),
  followed_at: moment.nullable(),
  /** Newest first. */
  attempt_list: z.array(processingAttempt),
  may_cancel: z.boolean(),
  may_retry: z.boolean(),
});
export type ProcessingDetail = z.output<typeof processingDetail>;
