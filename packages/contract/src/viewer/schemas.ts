import { z } from "zod";
import { DATASET_KINDS } from "../datasets/schemas.ts";
import { moment, nonNegativeInt, positiveInt, uuid } from "../kit.ts";
import { RUN_STATUSES } from "../lists.ts";

/** Formats that the viewer opens: those a trainer streams by shard. */
export const VIEWER_FORMATS = DATASET_KINDS;

export const viewerWarning = z.object({
  code: z.enum([
    "pickle",
    "uneven_shards",
    "missing_file",
    "schema_differs",
    "compressed",
    "unknown_encoding",
    "version",
    "truncated",
    "no_index",
    /** The set declares a hash algorithm that the verification cannot check. */
    "unchecked_hash",
  ]),
  message: z.string(),
  shard: nonNegativeInt.nullable(),
});

export const viewerColumn = z.object({
  name: z.string(),
  encoding: z.string(),
  /** Fixed size in bytes; null when it varies. */
  size: positiveInt.nullable(),
});

export const viewerHeader = z.object({
  handle: uuid,
  uri: z.string(),
  /** The registered dataset it was opened from. */
  dataset_id: uuid.nullable(),
  format: z.enum(VIEWER_FORMATS),
  shards: nonNegativeInt,
  /** Fewer than `shards` while samples are still being counted; `samples` is then the count so far. */
  counted_shards: nonNegativeInt,
  samples: nonNegativeInt,
  raw_bytes: nonNegativeInt,
  /** Bytes in storage; less than the raw size for compressed shards. */
  stored_bytes: nonNegativeInt,
  columns: z.array(viewerColumn),
  hashes: z.array(z.string()),
  compression: z.string().nullable(),
  size_limit: z.int().nullable(),
  warnings: z.array(viewerWarning),
  opened_at: moment,
});
export type ViewerHeader = z.output<typeof viewerHeader>;

export const SHARD_STATES = ["unknown", "ok", "bad", "missing", "truncated"] as const;

export const viewerShard = z.object({
  shard: nonNegativeInt,
  name: z.string(),
  first_sample: nonNegativeInt,
  samples: nonNegativeInt,
  raw_bytes: nonNegativeInt,
  stored_bytes: nonNegativeInt,
  compression: z.string().nullable(),
  hashes: z.record(z.string(), z.string()),
  columns: z.array(viewerColumn),
  state: z.enum(SHARD_STATES),
});
export type ViewerShard = z.output<typeof viewerShard>;

/** I/O cost of a read, shown to the user. */
export const ioMeter = z.object({
  requests: nonNegativeInt,
  bytes: nonNegativeInt,
  cache_hits: nonNegativeInt,
  ms: z.number().nonnegative(),
});
export type IoMeter = z.output<typeof ioMeter>;

/** A byte range of the shard and its meaning, for the hex pane. */
export const byteSpan = z.object({ begin: nonNegativeInt, end: nonNegativeInt, label: z.string() });

export const textColumnValue = z.object({ kind: z.literal("text"), text: z.string(), is_cut: z.boolean() });
/** As digits, because 64-bit integers exceed the precision of JSON numbers. */
export const numberColumnValue = z.object({ kind: z.literal("number"), text: z.string() });
export const jsonColumnValue = z.object({ kind: z.literal("json"), text: z.string(), is_cut: z.boolean() });
export const mediaColumnValue = z.object({ kind: z.literal("media"), content_type: z.string() });
export const arrayColumnValue = z.object({
  kind: z.literal("array"),
  dtype: z.string(),
  shape: z.array(nonNegativeInt),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** At most 32 × 32 values between 0 and 1, for a small heat map. */
  preview: z.array(z.array(z.number())),
});
export const bytesColumnValue = z.object({ kind: z.literal("bytes"), reason: z.string().nullable() });
export const faultyColumnValue = z.object({ kind: z.literal("fault"), message: z.string() });
export const columnValue = z.discriminatedUnion("kind", [
  textColumnValue,
  numberColumnValue,
  jsonColumnValue,
  mediaColumnValue,
  arrayColumnValue,
  bytesColumnValue,
  faultyColumnValue,
]);

/** One column of one sample, decoded by its encoding. */
export const columnView = z.object({
  name: z.string(),
  encoding: z.string(),
  /** Offset in the decompressed shard. */
  begin: nonNegativeInt,
  end: nonNegativeInt,
  value: columnValue,
});
export type ColumnView = z.output<typeof columnView>;

export const viewerSample = z.object({
  index: nonNegativeInt,
  shard: nonNegativeInt,
  index_in_shard: nonNegativeInt,
  key: z.string(),
  begin: nonNegativeInt,
  end: nonNegativeInt,
  columns: z.array(columnView),
  spans: z.array(byteSpan),
  io: ioMeter,
});
export type ViewerSample = z.output<typeof viewerSample>;

export const verifyFault = z.object({
  shard: nonNegativeInt,
  /** Index in the whole dataset; null when the fault concerns the shard. */
  sample: nonNegativeInt.nullable(),
  kind: z.enum(["missing", "size", "hash", "offsets", "decode", "count"]),
  message: z.string(),
  /** The last readable sample before it. */
  last_good_sample: nonNegativeInt.nullable(),
});
export const verifyRun = z.object({
  id: uuid,
  handle: uuid,
  uri: z.string(),
  status: z.enum(RUN_STATUSES),
  shards_done: nonNegativeInt,
  shards_total: nonNegativeInt,
  bytes_read: nonNegativeInt,
  faults_total: nonNegativeInt,
  /** The first thousand faults. */
  faults: z.array(verifyFault),
  error: z.string().nullable(),
  started_at: moment,
  finished_at: moment.nullable(),
});
export type VerifyRun = z.output<typeof verifyRun>;

/** The encodings whose values are numbers, in the words of each format. */
const NUMERIC_ENCODING =
  /^(u?int(8|16|32|64)?( \(decimal\))?|(half)?float(16|32|64)?|double|number|bigint|str_(int|float|decimal)|cls2?|class|count|index|inx|id)$/i;

/** Whether the mean of such a column can be computed. */
export const isNumericEncoding = (encoding: string): boolean => NUMERIC_ENCODING.test(encoding);

/** Why a shard has no mean; "ok" when it has one. */
export const MEAN_STATES = ["waiting", "ok", "no_column", "no_numbers", "unreadable"] as const;

/** The computation of the means of one column, shared by all users of the dataset. */
export const columnRun = z.object({
  status: z.enum(RUN_STATUSES),
  shards_done: nonNegativeInt,
  shards_total: nonNegativeInt,
  /** At most this many evenly spaced samples of each shard are read. */
  samples_per_shard: positiveInt,
  error: z.string().nullable(),
});
export type ColumnRun = z.output<typeof columnRun>;
