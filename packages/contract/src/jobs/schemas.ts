import { z } from "zod";
import { moment, nonNegativeInt, optionalFilter, positiveInt, text, timeBound, uuid } from "../kit.ts";
import { MAX_PAGE_SIZE, RUN_STATUSES, wholeNumber } from "../lists.ts";

/** One kind for each table whose rows are worked off in the background. */
export const JOB_KINDS = [
  "generation",
  "performer_call",
  "asset_ingest",
  "row_import",
  "clip_preparation",
  "export",
  "dataset_index",
  "dataset_export",
  "package",
  "package_comparison",
  "data_comparison",
  "set_verification",
  "column_means",
  "label_fill",
  "label_addition",
  "label_prefill",
  "label_export",
  "label_snapshot",
  "label_report",
  "subscription_cancellation",
  "cluster_job",
  "service_deploy",
  "processing",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
export type JobStatus = (typeof RUN_STATUSES)[number];

/** Acts on jobs; each kind offers those that its own screen offers. */
export const JOB_ACTS = ["retry", "cancel"] as const;
export type JobAct = (typeof JOB_ACTS)[number];

/** Kinds of which external people see nothing, as on the screens of clusters and services. */
export const INTERNAL_JOB_KINDS = ["cluster_job", "service_deploy"] as const satisfies readonly JobKind[];

/** Kinds without a queue: added label items are read by the same work as the first ones, and Ray starts its own jobs. */
type Unqueued = "label_addition" | "cluster_job";
/** Kinds whose new work can be held back. */
export const JOB_QUEUES = JOB_KINDS.filter(
  (kind): kind is Exclude<JobKind, Unqueued> => kind !== "label_addition" && kind !== "cluster_job",
);

/** Counts that follow a filter by owner, time or text stop here, per status. */
export const MAX_COUNTED_JOBS = 10_000;

export const jobFilter = z.strictObject({
  statuses: z.array(z.enum(RUN_STATUSES)).max(RUN_STATUSES.length).optional(),
  kinds: z.array(z.enum(JOB_KINDS)).max(JOB_KINDS.length).optional(),
  /** A user name. */
  owner: optionalFilter(text({ max: 64 })),
  /** Part of the title or of the last error, regardless of case. */
  text: optionalFilter(text({ min: 3, max: 100 })),
  /** Of the job, or of what it works on: a task, a dataset, an asset. */
  id: optionalFilter(uuid),
  /** When the job was created: from this time on, and before that one. */
  start_time: optionalFilter(timeBound),
  end_time: optionalFilter(timeBound),
});
export type JobFilter = z.infer<typeof jobFilter>;

export const jobItem = z.object({
  id: uuid,
  kind: z.enum(JOB_KINDS),
  status: z.enum(RUN_STATUSES),
  title: z.string(),
  /** What the job works on, such as a task or a dataset. */
  subject_id: uuid.nullable(),
  /** Null for work that nobody asked for. */
  owner: z.string().nullable(),
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
  attempts: nonNegativeInt,
  next_run_at: moment.nullable(),
  last_error: z.string().nullable(),
  /** When an administrator last retried it; the retry may be a job of its own. */
  retried_at: moment.nullable(),
  acts: z.array(z.enum(JOB_ACTS)),
});
export type JobItem = z.infer<typeof jobItem>;

export const searchJobsBody = z.strictObject({
  ...jobFilter.shape,
  limit: wholeNumber(50, 1, MAX_PAGE_SIZE),
  /** `next_cursor` of the page before. */
  cursor: text({ max: 100 }).optional(),
});

export const jobCounts = z.object({
  statuses: z.array(
    z.object({
      status: z.enum(RUN_STATUSES),
      jobs: nonNegativeInt,
      /** False when there are more than counted. */
      is_exact: z.boolean(),
    }),
  ),
});
export type JobCounts = z.infer<typeof jobCounts>;

const jobStep = z.object({ at: moment, status: z.enum(RUN_STATUSES), error: z.string().nullable() });

/** An activity of the workflow that has not ended. */
const pendingStep = z.object({
  name: z.string(),
  attempt: positiveInt,
  state: z.enum(["scheduled", "started", "cancelling"]),
  next_run_at: moment.nullable(),
  last_error: z.string().nullable(),
});

/** What the workflow engine says about a job now. */
export const jobExecution = z.object({
  workflow_id: z.string(),
  state: z.enum(["not_started", "running", "ended", "unknown"]),
  started_at: moment.nullable(),
  closed_at: moment.nullable(),
  /** While it is not started: how often that was tried, and what was wrong. */
  start_attempts: nonNegativeInt,
  next_start_at: moment.nullable(),
  start_error: z.string().nullable(),
  pending: z.array(pendingStep),
});
export type JobExecution = z.infer<typeof jobExecution>;

export const jobLogTail = z.object({
  /** The last lines, without the colours of terminals. */
  lines: z.array(z.string()),
  /** False when there are lines before them. */
  is_whole: z.boolean(),
  read_at: moment,
});
export type JobLogTail = z.infer<typeof jobLogTail>;

export const jobDetail = z.object({
  job: jobItem,
  timeline: z.array(jobStep),
  /** The settings it runs with; secrets and signed parts of addresses are masked. */
  payload: z.record(z.string(), z.unknown()),
  /** Null for work that no workflow of ours does. */
  execution: jobExecution.nullable(),
  /** The end of its log; null for kinds without one, and before it was read. */
  log: jobLogTail.nullable(),
});
export type JobDetail = z.infer<typeof jobDetail>;

/** Which jobs an act is for: by the filter of the list, or these ones. */
export const jobActBody = z.strictObject({
  filter: jobFilter.default({}),
  ids: z.array(uuid).min(1).max(100).optional(),
  /** `counted_at` of the count: jobs that were created later are left alone. */
  counted_at: moment,
  /** `next_cursor` of the reply before. */
  cursor: text({ max: 100 }).optional(),
});

export const countActBody = jobActBody.pick({ filter: true, ids: true });

export const actCount = z.object({
  /** How many of the jobs can be retried or cancelled; the act is for no others. */
  retry: nonNegativeInt,
  cancel: nonNegativeInt,
  /** False when there are more than counted. */
  is_exact: z.boolean(),
  /** Failed and unfinished jobs of the filter whose kind has no such act on its own screen either. */
  without_retry: z.array(z.enum(JOB_KINDS)),
  without_cancel: z.array(z.enum(JOB_KINDS)),
  counted_at: moment,
});
export type ActCount = z.infer<typeof actCount>;

export const jobActReply = z.object({
  done: nonNegativeInt,
  /** What the features refused, in their words. */
  refused: z.array(z.object({ reason: z.string(), jobs: positiveInt })),
  /** Null after the last jobs. */
  next_cursor: z.string().nullable(),
});
export type JobActReply = z.infer<typeof jobActReply>;

export const pauseQueueBody = z.strictObject({
  queue: z.enum(JOB_QUEUES),
  is_paused: z.boolean(),
  reason: text({ min: 5, max: 500, required: "please enter a reason" }),
});

export const jobQueueState = z.object({
  queue: z.enum(JOB_QUEUES),
  /** Null unless it is paused: no new job of it starts, and running ones go on. */
  paused: z.object({ by: z.string(), at: moment, reason: z.string() }).nullable(),
  /** Jobs whose work has not started: because of the pause, or because the workflow engine is down. */
  waiting: nonNegativeInt,
  oldest_at: moment.nullable(),
});
export type JobQueueState = z.infer<typeof jobQueueState>;

/** Why an unfinished job does not go on. */
export const STUCK_REASONS = ["not_started", "lost", "failing", "no_worker"] as const;

export const stuckJob = z.object({
  job: jobItem,
  reason: z.enum(STUCK_REASONS),
  /** How often its step was tried, and what was wrong last. */
  attempts: nonNegativeInt,
  error: z.string().nullable(),
});
export type StuckJob = z.infer<typeof stuckJob>;

export const jobRatesBody = z.strictObject({
  kinds: jobFilter.shape.kinds,
  /** How far back. */
  hours: z.int().min(1).max(24).default(6),
});

const seconds = z.number().nonnegative();
const jobRatePoint = z.object({
  at: moment,
  /** How long it has lasted: less than a whole one for the last point. */
  seconds: z.number().positive(),
  started: nonNegativeInt,
  finished: nonNegativeInt,
  failed: nonNegativeInt,
  cancelled: nonNegativeInt,
  /** How long the jobs that started had waited, on average and at most; null when none started. */
  waited_s: seconds.nullable(),
  longest_wait_s: seconds.nullable(),
});
export type JobRatePoint = z.infer<typeof jobRatePoint>;

export const jobRates = z.object({
  /** Without gaps, the oldest first. */
  points: z.array(jobRatePoint),
  /** The job that has waited longest for its start; uploads, which wait for their user, do not count. */
  oldest_waiting: z.object({ id: uuid, kind: z.enum(JOB_KINDS), created_at: moment }).nullable(),
});
export type JobRates = z.infer<typeof jobRates>;
