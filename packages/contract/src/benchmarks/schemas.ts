import { z } from "zod";
import { checkKeys, FIELD_KEY } from "../fields/field-types.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid, versionNumber } from "../kit.ts";
import { currency, money, moneyMicros } from "../money.ts";
import {
  deliveryWarning,
  inputValues,
  MAX_CONCURRENCY,
  MAX_INPUT_FIELDS,
  MAX_SEED,
  performerTaskDetail,
  playableClip,
  taskError,
} from "../performers/schemas.ts";
import { itemQuery } from "../predicates/predicates.ts";
import { generationProgress, TASK_STATUSES, taskDetail, taskSpend } from "../tasks/routes.ts";

export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 50;
export const MAX_SAMPLES = 20;
export const MAX_CELLS = 100_000;
/** Most cells in one grid request. */
export const MAX_CELLS_AT_ONCE = 4_000;
export const MAX_ROWS_AT_ONCE = 500;

export const SEED_POLICIES = ["fixed_per_row", "per_cell", "list"] as const;
export const ATTEMPT_POLICIES = ["first_success", "latest", "pinned"] as const;
export const ATTEMPT_REASONS = ["initial", "regenerate", "param_change", "reuse"] as const;
export const CELL_STATUSES = ["Waiting", "Queued", "Running", "Succeeded", "Failed", "Cancelled", "Excluded"] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];

/** Cell indexes in the path are plain decimals, so every parser reads them the same way. */
export const cellIndex = z
  .string()
  .regex(/^(0|[1-9]\d{0,6})$/, "an index must be a plain integer")
  .transform(Number);

const seed = z.int().min(0).max(MAX_SEED);

export const benchmarkRow = z.object({
  id: uuid,
  index: nonNegativeInt,
  label: z.string(),
  inputs: inputValues,
  category: z.string(),
  weight: z.number(),
  /** An excluded row is not generated, judged or counted. */
  is_excluded: z.boolean(),
  excluded_reason: z.string().nullable(),
  /** Short-lived URLs of the posters of its images and clips, by input. */
  posters: z.record(z.string(), z.string()),
});
export type BenchmarkRow = z.output<typeof benchmarkRow>;

export const rowFields = z.strictObject({
  label: text({ max: 200 }).default(""),
  inputs: inputValues,
  category: text({ max: 80 }).default(""),
  weight: z.number().min(0).max(1_000).default(1),
});

export const columnFields = z.strictObject({
  label: text({ max: 120 }).default(""),
  performer_id: uuid,
  params: inputValues,
  is_baseline: z.boolean().default(false),
});

export const benchmarkColumn = z.object({
  id: uuid,
  index: nonNegativeInt,
  label: z.string(),
  performer_id: uuid,
  performer_name: z.string(),
  performer_version: z.string(),
  params: inputValues,
  is_baseline: z.boolean(),
  /** Attempts beyond the first, per cell. */
  reroll_rate: z.number().nonnegative(),
  price: z.object({ unit: z.string(), unit_price_micros: moneyMicros, currency }).nullable(),
});
export type BenchmarkColumn = z.output<typeof benchmarkColumn>;

export const evaluationPlan = z.strictObject({
  mode: z.enum(["rating", "pairwise", "auto"]).default("rating"),
  judges_per_item: z.int().min(1).max(50).default(3),
  aggregation: z.enum(["All", "Average"]).default("All"),
  gold_rate: z.number().min(0).max(0.5).default(0),
  repeat_rate: z.number().min(0).max(0.5).default(0),
});

export const budget = z.strictObject({ limit_micros: moneyMicros, is_hard: z.boolean() });

export const benchmarkDetail = taskDetail.extend({
  samples_per_cell: z.int().min(1),
  seed_policy: z.enum(SEED_POLICIES),
  seeds: z.array(seed),
  attempt_policy: z.enum(ATTEMPT_POLICIES),
  concurrency: positiveInt,
  currency,
  budget: budget.nullable(),
  template_id: uuid.nullable(),
  evaluation: evaluationPlan,
  columns_list: z.array(benchmarkColumn),
  /** Keys found in the rows, in order of first appearance: the columns of the prompt side. */
  row_keys: z.array(z.string()),
  excluded_rows: nonNegativeInt,
  /** Median seconds per job so far and the estimated time left; null before the first job ends. */
  pace: z.object({ median_s: z.number(), seconds_left: z.number().nullable() }).nullable(),
  next_poll_after_ms: nonNegativeInt,
});
export type BenchmarkDetail = z.output<typeof benchmarkDetail>;

export const updateBenchmarkBody = z.strictObject({
  expect_revision: versionNumber,
  samples_per_cell: z.int().min(1).max(MAX_SAMPLES).optional(),
  seed_policy: z.enum(SEED_POLICIES).optional(),
  seeds: z.array(seed).max(MAX_SAMPLES).optional(),
  attempt_policy: z.enum(ATTEMPT_POLICIES).optional(),
  concurrency: z.int().min(1).max(MAX_CONCURRENCY).optional(),
  currency: currency.optional(),
  budget: budget.nullable().optional(),
  template_id: uuid.nullable().optional(),
  evaluation: evaluationPlan.optional(),
});

/** One cell of the grid. Cells that were never requested are not listed; they count as waiting. */
export const gridCell = z.object({
  row: nonNegativeInt,
  col: nonNegativeInt,
  sample: nonNegativeInt,
  status: z.enum(CELL_STATUSES),
  attempt_count: nonNegativeInt,
  /** 0…1 of the job in flight. */
  progress: z.number().min(0).max(1).nullable(),
  queue_position: nonNegativeInt.nullable(),
  seed_used: z.int().nullable(),
  cost: money.nullable(),
  /** Seconds from submission to result of the attempt in use. */
  took_s: z.number().nonnegative().nullable(),
  clip: playableClip.nullable(),
  warnings: z.array(deliveryWarning),
  is_reused: z.boolean(),
  is_pinned: z.boolean(),
  is_stale: z.boolean(),
  excluded_reason: z.string().nullable(),
  error: taskError.nullable(),
});
export type GridCell = z.output<typeof gridCell>;

export const attemptItem = performerTaskDetail.extend({
  n: positiveInt,
  reason: z.enum(ATTEMPT_REASONS),
  note: z.string(),
  is_counted: z.boolean(),
});
export type AttemptItem = z.output<typeof attemptItem>;

export const cellDetail = z.object({ cell: gridCell, attempts: z.array(attemptItem) });

export const generationState = z.object({
  status: z.enum(TASK_STATUSES),
  revision: versionNumber,
  progress: generationProgress,
  spend: taskSpend,
});
export type GenerationState = z.output<typeof generationState>;

export const dryRun = z.object({
  /** Number of jobs that would be created. */
  calls: nonNegativeInt,
  /** Null when none of the performers has a price. */
  cost: money.nullable(),
  /** Jobs whose performer has no price. */
  unpriced_calls: nonNegativeInt,
  /** Cells whose identical request already succeeded elsewhere; their clips can be reused. */
  reusable: nonNegativeInt,
  by_column: z.array(
    z.object({ col: nonNegativeInt, label: z.string(), calls: nonNegativeInt, cost: money.nullable() }),
  ),
  /** What prevents the run from starting; empty when it can start. */
  faults: z.array(z.object({ row: z.int().nullable(), col: z.int().nullable(), message: z.string() })),
  /** Number of faults beyond those listed. */
  more_faults: nonNegativeInt,
  seconds_estimate: z.number().nonnegative().nullable(),
});
export type DryRun = z.output<typeof dryRun>;

export const cellTransition = z.object({
  row: z.int(),
  col: z.int(),
  sample: z.int(),
  from: z.enum(CELL_STATUSES),
  to: z.enum(CELL_STATUSES),
});

export const refreshedStatus = generationState.extend({
  changed: z.array(cellTransition),
  stalled: z.array(z.object({ row: z.int(), col: z.int(), sample: z.int(), since: moment })),
  next_poll_after_ms: nonNegativeInt,
});

/** `vbench`: the array of VBench_full_info.json. VBench's plain lists are `lines`. */
export const ROW_FORMATS = ["csv", "jsonl", "lines", "vbench"] as const;
export const MAX_ROWS_TEXT_BYTES = 8 * 1024 ** 2;

export const importedRows = z.object({
  rows: nonNegativeInt,
  /** The first few rows as they would be stored. */
  preview: z.array(rowFields),
  keys: z.array(z.string()),
  /** The line of the text, or the number of the entry in a VBench file. */
  faults: z.array(z.object({ line: positiveInt, message: z.string() })),
  more_faults: nonNegativeInt,
  /** Rows with the inputs of an earlier row of the text, or of a row that the benchmark has already. */
  repeated: nonNegativeInt,
  /** The first of them; `same_as_line` is null when the benchmark has the row already. */
  repeated_rows: z.array(z.object({ line: positiveInt, inputs: inputValues, same_as_line: positiveInt.nullable() })),
  /** Null in a dry run. */
  state: generationState.nullable(),
});

/** The most items of a dataset that one import reads. */
export const MAX_IMPORTED_ITEMS = 5_000;
export const ROW_IMPORT_STATUSES = ["Waiting", "Running", "Finished", "Failed", "Cancelled"] as const;

const columnName = text({ min: 1, max: 200 });

/** Where an input of a row comes from: a text column of the item, the first frame of its clip, or the clip. */
export const rowInputSource = z.discriminatedUnion("from", [
  z.strictObject({ from: z.literal("column"), column: columnName }),
  z.strictObject({ from: z.literal("first_frame") }),
  z.strictObject({ from: z.literal("clip") }),
]);
export type RowInputSource = z.output<typeof rowInputSource>;

export const rowMapping = z.strictObject({
  inputs: z.preprocess(
    checkKeys,
    z
      .record(z.string().regex(FIELD_KEY), rowInputSource)
      .refine((inputs) => Object.keys(inputs).length > 0, "choose at least one input")
      .refine((inputs) => Object.keys(inputs).length <= MAX_INPUT_FIELDS, `at most ${MAX_INPUT_FIELDS} inputs`)
      .meta({ minProperties: 1, maxProperties: MAX_INPUT_FIELDS }),
  ),
  category_column: columnName.optional(),
});
export type RowMapping = z.output<typeof rowMapping>;

export const importDatasetRowsBody = z.strictObject({
  ...itemQuery,
  dataset_id: uuid,
  /** The same seed draws the same items of a version, in the same order as the sample of the dataset. */
  seed,
  count: z.int().min(1).max(MAX_IMPORTED_ITEMS),
  mapping: rowMapping,
  /** Leaves out rows with the inputs of a row that the benchmark has already. */
  skips_repeated: z.boolean().default(true),
  request_key: uuid,
});

/** An import of rows from a dataset, run by a worker. */
export const rowImport = z.object({
  id: uuid,
  dataset_id: uuid,
  dataset_name: z.string(),
  version: positiveInt,
  status: z.enum(ROW_IMPORT_STATUSES),
  items_done: nonNegativeInt,
  /** Null until the sample is drawn. */
  items_total: nonNegativeInt.nullable(),
  rows_added: nonNegativeInt,
  rows_repeated: nonNegativeInt,
  /** Items that made no row, by reason, with the keys of the first ones. */
  left_out: z.array(z.object({ reason: z.string(), items: positiveInt, keys: z.array(z.string()) })),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type RowImport = z.output<typeof rowImport>;
