import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { RUN_STATUSES } from "../lists.ts";
import { comparison } from "../predicates/predicates.ts";

export const DATASET_KINDS = ["MDS", "WebDataset", "Parquet", "Lance", "folder"] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];
/** How to interpret the files of a folder or the columns of a table. */
export const DATASET_LAYOUTS = ["plain", "nemo_curator", "open_sora"] as const;
export const DATASET_STATUSES = ["Indexing", "Ready", "Failed"] as const;
/** The still image of a clip, and the sheet of its frames for scrubbing. */
export const PICTURE_KINDS = ["poster", "sprite"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

export const COLUMN_TYPES = [
  "text",
  "integer",
  "number",
  "boolean",
  "time",
  "json",
  "vector",
  "binary",
  "media",
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];
/** Meaning of a column, independent of its name in the dataset. */
export const COLUMN_ROLES = ["caption", "media", "key", "score", "source", "vector"] as const;

export const datasetColumn = z.object({
  name: z.string(),
  type: z.enum(COLUMN_TYPES),
  /** Type name used by the format: `ndarray:float32`, `INT64`, `info.json`. */
  encoding: z.string(),
  role: z.enum(COLUMN_ROLES).nullable(),
  /** Only indexed columns can be filtered, sorted and counted. */
  is_indexed: z.boolean(),
});
export type DatasetColumn = z.output<typeof datasetColumn>;

export const datasetHealth = z.object({
  state: z.enum(["ok", "stale", "missing", "unreachable", "unknown"]),
  reason: z.string().nullable(),
  /** Share of sampled rows whose media could not be read; null when not checked. */
  missing_media_share: z.number().min(0).max(1).nullable(),
  checked_at: moment.nullable(),
});

export const indexRun = z.object({
  id: uuid,
  status: z.enum(RUN_STATUSES),
  /** A part is a shard or a group of small files. */
  parts_done: nonNegativeInt,
  parts_total: nonNegativeInt.nullable(),
  items_done: nonNegativeInt,
  faults: nonNegativeInt,
  error: z.string().nullable(),
  started_at: moment,
  finished_at: moment.nullable(),
});
export type IndexRun = z.output<typeof indexRun>;

export const datasetSummary = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  kind: z.enum(DATASET_KINDS),
  layout: z.enum(DATASET_LAYOUTS),
  uri: z.string(),
  profile_id: uuid,
  profile_name: z.string(),
  status: z.enum(DATASET_STATUSES),
  tags: z.array(z.string()),
  /** Null until the first version exists. */
  version: positiveInt.nullable(),
  items: nonNegativeInt.nullable(),
  duration_s: z.number().nonnegative().nullable(),
  bytes: nonNegativeInt.nullable(),
  faults: nonNegativeInt.nullable(),
  health: datasetHealth,
  run: indexRun.nullable(),
  /** Ordinals of up to four clips for the poster strip. */
  strip: z.array(nonNegativeInt).max(4),
  is_pinned: z.boolean(),
  owner: z.string(),
  is_mine: z.boolean(),
  revision: positiveInt,
  created_at: moment,
  updated_at: moment,
});
export type DatasetSummary = z.output<typeof datasetSummary>;

export const datasetVersion = z.object({
  version: positiveInt,
  items: nonNegativeInt,
  duration_s: z.number().nonnegative(),
  bytes: nonNegativeInt,
  faults: nonNegativeInt,
  note: z.string(),
  tags: z.array(z.string()),
  created_by: z.string(),
  created_at: moment,
});
export type DatasetVersion = z.output<typeof datasetVersion>;

export const COLUMN_SET_ANSWERS = ["raw", "majority", "adjudicated"] as const;
/** Short enough to be typed, and without the characters that a filter would quote. */
export const columnSetName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, "use 1 to 40 small letters, digits and underscores, beginning with a letter");

/** Columns that were added to one version beside its item table: the labels of a task at one time. */
export const datasetColumnSet = z.object({
  id: uuid,
  dataset_id: uuid,
  /** The only version that has these columns. */
  version: positiveInt,
  name: columnSetName,
  /** Named `set.field`; items without a label have no value. */
  columns: z.array(datasetColumn),
  task_id: uuid,
  task_name: z.string(),
  answers: z.enum(COLUMN_SET_ANSWERS),
  /** The labels as they were at this time. */
  as_of: moment,
  status: z.enum(RUN_STATUSES),
  /** Items written so far; all of them once it is finished. */
  rows_done: nonNegativeInt,
  bytes: nonNegativeInt.nullable(),
  sha256: z.string().nullable(),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type DatasetColumnSet = z.output<typeof datasetColumnSet>;

export const datasetDetail = datasetSummary.extend({
  columns: z.array(datasetColumn),
  versions: z.array(datasetVersion),
  /** Finished ones, of all versions. */
  column_sets: z.array(datasetColumnSet),
});
export type DatasetDetail = z.output<typeof datasetDetail>;

export const opaqueValue = z.object({
  kind: z.enum(["binary", "vector", "pickle", "json"]),
  bytes: nonNegativeInt,
  preview: z.string(),
});
/** One value of a row. Bytes, vectors and pickles are described by type and size, never sent. */
export const cellValue = z.union([z.string(), z.number(), z.boolean(), z.null(), opaqueValue]);
export type CellValue = z.output<typeof cellValue>;

/** Location of a clip's bytes. */
export const itemMedia = z.object({
  object: z.string(),
  offset: nonNegativeInt,
  bytes: nonNegativeInt,
  content_type: z.string(),
});

export const datasetRow = z.object({
  /** Position in the dataset at this version, from 0; serves as the row id. */
  ordinal: nonNegativeInt,
  /** Identifier in the format: a key, `shard:index`, a path. */
  key: z.string(),
  media: itemMedia.nullable(),
  caption: z.string().nullable(),
  duration_s: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  fps: z.number().nullable(),
  frames: z.int().nullable(),
  codec: z.string().nullable(),
  /** Why this sample cannot be read; null when it can. */
  fault: z.string().nullable(),
  values: z.record(z.string(), cellValue),
});
export type DatasetRow = z.output<typeof datasetRow>;

export const datasetView = z.object({
  id: uuid,
  dataset_id: uuid,
  name: z.string(),
  version: positiveInt,
  filters: z.array(comparison),
  where: z.string(),
  q: z.string(),
  order_by: z.string(),
  seed: z.int(),
  items: nonNegativeInt,
  created_by: z.string(),
  created_at: moment,
});
export type DatasetView = z.output<typeof datasetView>;

export const DATASET_EXPORT_FORMATS = ["csv", "jsonl", "parquet"] as const;
export const datasetExport = z.object({
  id: uuid,
  dataset_id: uuid,
  format: z.enum(DATASET_EXPORT_FORMATS),
  status: z.enum(RUN_STATUSES),
  rows_done: nonNegativeInt,
  rows_total: nonNegativeInt.nullable(),
  bytes: nonNegativeInt.nullable(),
  error: z.string().nullable(),
  /** Whether its file was deleted after the period of the setting `retention.export_files_days`. */
  is_expired: z.boolean(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type DatasetExport = z.output<typeof datasetExport>;

export const datasetName = text({ min: 1, max: 200, required: "please enter a name" });
export const datasetTags = z.array(text({ min: 1, max: 40 })).max(20);
