import { z } from "zod";
import { itemBucket } from "../datasets/item-routes.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { PACKAGE_STATUSES, pageQuery, RUN_STATUSES } from "../lists.ts";
import { comparison } from "../predicates/predicates.ts";

export const PACKAGE_FORMATS = ["MDS", "WebDataset", "Parquet", "Lance"] as const;
export type PackageFormat = (typeof PACKAGE_FORMATS)[number];
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];
/** Of whole shards. Compressed shards cannot be read at random, so clips are packed without by default. */
export const PACKAGE_COMPRESSIONS = ["none", "zstd", "gz", "br"] as const;
export type PackageCompression = (typeof PACKAGE_COMPRESSIONS)[number];
/** View: as the view sorts its items. Shuffled: by the seed. Bucketed: shuffled within each training bucket. */
export const PACKAGE_ORDERS = ["view", "shuffled", "bucketed"] as const;
export type PackageOrder = (typeof PACKAGE_ORDERS)[number];

export const MIN_SHARD_BYTES = 1024 ** 2;
/** Offsets of MDS have 32 bits, and a shard is buffered on a worker's disk. */
export const MAX_SHARD_BYTES = 1024 ** 3;
export const DEFAULT_SHARD_BYTES = 64 * 1024 ** 2;
export const MAX_PACKAGE_COLUMNS = 60;
export const MAX_PACKAGE_SHARDS = 100_000;
export const MAX_PACKAGE_SAMPLES = 100_000_000;

/**
 * Why an item is not in a package. The first group follows from its row while planning, the second from reading its
 * bytes.
 */
export const LEFT_OUT_REASONS = [
  "faulty",
  "no_media",
  "no_caption",
  "too_short",
  "too_small",
  "too_large",
  "object_missing",
  "object_truncated",
  "unreadable",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The bytes of the clip; every other source is the name of a column of the dataset version. */
export const PACKAGE_MEDIA_SOURCE = "$media";

export const packageColumn = z.strictObject({
  /** A column of the dataset version, also of its column sets as `set.field`, or `$media` for the clip. */
  source: text({ min: 1, max: 200 }),
  /** Its name in the package; the extension of the file in a WebDataset. */
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9_]{0,59}$/,
      "use 1 to 60 small letters, digits and underscores, beginning with no underscore",
    )
    .meta({ maxLength: 60 }),
});
export type PackageColumn = z.output<typeof packageColumn>;

/** Everything that decides the bytes of a package, besides its view. */
export const packageSettings = z.strictObject({
  format: z.enum(PACKAGE_FORMATS),
  columns: z.array(packageColumn).min(1).max(MAX_PACKAGE_COLUMNS),
  shard_bytes: z.int().min(MIN_SHARD_BYTES).max(MAX_SHARD_BYTES).default(DEFAULT_SHARD_BYTES),
  compression: z.enum(PACKAGE_COMPRESSIONS).default("none"),
  order: z.enum(PACKAGE_ORDERS).default("view"),
  seed: z.int().min(0).max(2_147_483_647).default(0),
  leave_out: z
    .strictObject({
      no_caption: z.boolean().default(false),
      /** Shorter clips are left out; 0 keeps all. */
      shorter_than_s: z.number().min(0).max(86_400).default(0),
      /** Clips whose shorter side has fewer pixels are left out; 0 keeps all. */
      smaller_than_px: z.int().min(0).max(16_384).default(0),
    })
    .default({ no_caption: false, shorter_than_s: 0, smaller_than_px: 0 }),
});
export type PackageSettings = z.output<typeof packageSettings>;

export const estimatePackageBody = z.strictObject({ view_id: uuid, settings: packageSettings });

export const leftOutCount = z.object({ reason: z.enum(LEFT_OUT_REASONS), items: nonNegativeInt });

/** Settings that are allowed but probably not meant, and limits that the package would exceed. */
export const PACKAGE_WARNINGS = [
  "no_samples",
  "too_many_samples",
  "too_many_shards",
  "compressed_clips",
  "samples_larger_than_shards",
  "clips_named_mp4",
  "missing_texts",
] as const;
export type PackageWarning = (typeof PACKAGE_WARNINGS)[number];

export const packageEstimate = z.object({
  /** Of the view. */
  items: nonNegativeInt,
  samples: nonNegativeInt,
  left_out: z.array(leftOutCount),
  duration_s: z.number().nonnegative(),
  bytes: nonNegativeInt,
  shards: nonNegativeInt,
  /** From the throughput of recent packages; null when there are none. */
  seconds: z.number().nonnegative().nullable(),
  buckets: z.array(itemBucket),
  /** `limit` is the most that a package may have; null where there is none. */
  warnings: z.array(z.object({ code: z.enum(PACKAGE_WARNINGS), limit: nonNegativeInt.nullable() })),
});
export type PackageEstimate = z.output<typeof packageEstimate>;

export const packageName = text({ min: 1, max: 120, required: "please enter a name" });

export const createPackageBody = z.strictObject({
  /** Packages of the same name are numbered: `name@1`, `name@2`. */
  name: packageName,
  note: text({ max: 500 }).default(""),
  view_id: uuid,
  settings: packageSettings,
  request_key: uuid,
});

export const packageSource = z.object({
  dataset_id: uuid,
  dataset_name: z.string(),
  version: positiveInt,
  view_id: uuid,
  view_name: z.string(),
  filters: z.array(comparison),
  where: z.string(),
  q: z.string(),
  order_by: z.string(),
});

export const packageSummary = z.object({
  id: uuid,
  name: z.string(),
  number: positiveInt,
  note: z.string(),
  status: z.enum(PACKAGE_STATUSES),
  format: z.enum(PACKAGE_FORMATS),
  compression: z.enum(PACKAGE_COMPRESSIONS),
  source: packageSource,
  seed: z.int(),
  /** Address that trainers read; null until the package is ready. */
  uri: z.string().nullable(),
  /** Known once the plan is complete. */
  shards_total: nonNegativeInt.nullable(),
  samples_total: nonNegativeInt.nullable(),
  bytes_total: nonNegativeInt.nullable(),
  shards_done: nonNegativeInt,
  samples_done: nonNegativeInt,
  bytes_done: nonNegativeInt,
  left_out: nonNegativeInt,
  duration_s: z.number().nonnegative().nullable(),
  error: z.string().nullable(),
  is_deprecated: z.boolean(),
  deprecation_reason: z.string(),
  created_by: z.string(),
  is_mine: z.boolean(),
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
});
export type PackageSummary = z.output<typeof packageSummary>;

export const packageUse = z.object({ kind: z.enum(["dataset", "package"]), id: uuid, name: z.string() });

export const packageDetail = packageSummary.extend({
  settings: packageSettings,
  left_out_by_reason: z.array(leftOutCount),
  /** Of the list of packed items in order, in hexadecimal digits. */
  item_list_sha256: z.string().nullable(),
  /** Of the hashes of all shards in order: equal for packages with equal bytes. */
  content_sha256: z.string().nullable(),
  /** The package whose settings this one repeats. */
  repeats: z.object({ id: uuid, name: z.string(), number: positiveInt }).nullable(),
  verified_at: moment.nullable(),
  /** Python that streams this package; empty until it is ready. */
  loader_code: z.string(),
  used_by: z.array(packageUse),
  can_change: z.boolean(),
});
export type PackageDetail = z.output<typeof packageDetail>;

export const packageShard = z.object({
  shard: nonNegativeInt,
  status: z.enum(["Waiting", "Written"]),
  /** Null until it is written. */
  name: z.string().nullable(),
  samples: nonNegativeInt,
  bytes: nonNegativeInt,
  sha256: z.string().nullable(),
  left_out: nonNegativeInt,
  /** Time to read the ranges and store the shard. */
  took_ms: nonNegativeInt.nullable(),
  written_at: moment.nullable(),
});
export type PackageShard = z.output<typeof packageShard>;

export const leftOutItem = z.object({
  ordinal: nonNegativeInt,
  key: z.string(),
  reason: z.enum(LEFT_OUT_REASONS),
  detail: z.string(),
});
export type LeftOutItem = z.output<typeof leftOutItem>;

export const listPackagesQuery = z.object({
  ...pageQuery,
  /** Part of the name. */
  q: text({ max: 120 }).default(""),
  status: z.enum(PACKAGE_STATUSES).optional(),
  format: z.enum(PACKAGE_FORMATS).optional(),
  dataset_id: uuid.optional(),
});

const keyList = z.object({ items: nonNegativeInt, keys: z.array(z.string()).max(100) });

export const packageComparison = z.object({
  id: uuid,
  status: z.enum(RUN_STATUSES),
  package_id: uuid,
  against_id: uuid,
  error: z.string().nullable(),
  /** Null until it is finished. Keys are the first ones in their order. */
  result: z
    .object({
      same: nonNegativeInt,
      /** In the package and not in the other. */
      added: keyList,
      removed: keyList,
      /** In both, with other values or bytes. */
      changed: keyList,
      same_bytes: z.boolean(),
      /** Shares of samples in the same bins of both; distance from 0, equal, to 1 (Kolmogorov–Smirnov). */
      histograms: z.array(
        z.object({
          field: z.string(),
          edges: z.array(z.number()),
          counts: z.array(nonNegativeInt),
          against_counts: z.array(nonNegativeInt),
          distance: z.number().min(0).max(1),
        }),
      ),
    })
    .nullable(),
});
export type PackageComparison = z.output<typeof packageComparison>;
