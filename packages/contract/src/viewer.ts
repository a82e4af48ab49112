import { z } from "zod";
import { DATASET_KINDS } from "./datasets.ts";
import { moment } from "./kit.ts";

/** What the viewer opens: formats that a trainer streams, shard by shard. */
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
    /** By a verification, which then says nothing of it. */
    "unchecked_hash",
  ]),
  message: z.string(),
  shard: z.int().nonnegative().nullable(),
});

export const viewerColumn = z.object({
  name: z.string(),
  encoding: z.string(),
  /** Bytes, where each value has the same; null where they vary. */
  size: z.int().positive().nullable(),
});

export const viewerHeader = z.object({
  handle: z.uuid(),
  uri: z.string(),
  /** Of the registered dataset it was opened from. */
  dataset_id: z.uuid().nullable(),
  format: z.enum(VIEWER_FORMATS),
  shards: z.int().nonnegative(),
  /** Fewer than `shards` while samples are still being counted; `samples` is then what was counted so far. */
  counted_shards: z.int().nonnegative(),
  samples: z.int().nonnegative(),
  raw_bytes: z.int().nonnegative(),
  /** What lies in storage; fewer where shards are compressed. */
  stored_bytes: z.int().nonnegative(),
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
  shard: z.int().nonnegative(),
  name: z.string(),
  first_sample: z.int().nonnegative(),
  samples: z.int().nonnegative(),
  raw_bytes: z.int().nonnegative(),
  stored_bytes: z.int().nonnegative(),
  compression: z.string().nullable(),
  hashes: z.record(z.string(), z.string()),
  columns: z.array(viewerColumn),
  state: z.enum(SHARD_STATES),
});
export type ViewerShard = z.output<typeof viewerShard>;

/** What reading cost: shown, so that nobody has to believe it. */
export const ioMeter = z.object({
  requests: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  cache_hits: z.int().nonnegative(),
  ms: z.number().nonnegative(),
});
export type IoMeter = z.output<typeof ioMeter>;

/** A stretch of the shard and what it means, for the hex pane. */
export const byteSpan = z.object({ begin: z.int().nonnegative(), end: z.int().nonnegative(), label: z.string() });

/** One column of one sample, told by what its encoding says it is. */
export const columnView = z.object({
  name: z.string(),
  encoding: z.string(),
  /** In the file of the shard once it is inflated. */
  begin: z.int().nonnegative(),
  end: z.int().nonnegative(),
  value: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string(), is_cut: z.boolean() }),
    /** As digits, because 64 bits are more than a number of JSON holds. */
    z.object({ kind: z.literal("number"), text: z.string() }),
    z.object({ kind: z.literal("json"), text: z.string(), is_cut: z.boolean() }),
    z.object({ kind: z.literal("media"), content_type: z.string() }),
    z.object({
      kind: z.literal("array"),
      dtype: z.string(),
      shape: z.array(z.int().nonnegative()),
      min: z.number().nullable(),
      max: z.number().nullable(),
      /** At most 32 × 32 values between 0 and 1, for a small heat map. */
      preview: z.array(z.array(z.number())),
    }),
    z.object({ kind: z.literal("bytes"), reason: z.string().nullable() }),
    z.object({ kind: z.literal("fault"), message: z.string() }),
  ]),
});
export type ColumnView = z.output<typeof columnView>;

export const viewerSample = z.object({
  index: z.int().nonnegative(),
  shard: z.int().nonnegative(),
  index_in_shard: z.int().nonnegative(),
  key: z.string(),
  begin: z.int().nonnegative(),
  end: z.int().nonnegative(),
  columns: z.array(columnView),
  spans: z.array(byteSpan),
  io: ioMeter,
});
export type ViewerSample = z.output<typeof viewerSample>;

export const verifyFault = z.object({
  shard: z.int().nonnegative(),
  /** Of the whole set; null where the fault is of the shard. */
  sample: z.int().nonnegative().nullable(),
  kind: z.enum(["missing", "size", "hash", "offsets", "decode", "count"]),
  message: z.string(),
  /** The last sample before it that can be read. */
  last_good_sample: z.int().nonnegative().nullable(),
});
export const verifyRun = z.object({
  id: z.uuid(),
  handle: z.uuid(),
  uri: z.string(),
  status: z.enum(["Waiting", "Running", "Finished", "Failed", "Cancelled"]),
  shards_done: z.int().nonnegative(),
  shards_total: z.int().nonnegative(),
  bytes_read: z.int().nonnegative(),
  faults_total: z.int().nonnegative(),
  /** The first thousand. */
  faults: z.array(verifyFault),
  error: z.string().nullable(),
  started_at: moment,
  finished_at: moment.nullable(),
});
export type VerifyRun = z.output<typeof verifyRun>;
