import type {
  DatasetDetail,
  DatasetSummary,
  DatasetView,
  PackageDetail,
  PackageEstimate,
  PackageShard,
  PackageSummary,
} from "@dailies/contract";

const idOf = (place: number): string => `0198da7a-0000-7000-9100-${String(place).padStart(12, "0")}`;
export const DATASET_ID = idOf(500);
export const VIEW_ID = idOf(600);
const AT = "2026-01-02T03:04:05Z";
const HASH = "ab".repeat(32);

/** A ready package as in the list; its index determines its id. */
export const aPackage = (place: number, overrides: Partial<PackageSummary> = {}): PackageSummary => ({
  id: idOf(place),
  name: "night-drives",
  number: place,
  note: "",
  status: "Ready",
  format: "MDS",
  compression: "none",
  source: {
    dataset_id: DATASET_ID,
    dataset_name: "Rain at night",
    version: 3,
    view_id: VIEW_ID,
    view_name: "Sharp clips",
    filters: [{ field: "codec", op: "eq", value: "avc1" }],
    where: "",
    q: "",
    order_by: "",
  },
  seed: 0,
  uri: `s3://datasets/packages/${idOf(place)}/`,
  shards_total: 4,
  samples_total: 1_210,
  bytes_total: 260_000_000,
  shards_done: 4,
  samples_done: 1_204,
  bytes_done: 256_000_000,
  left_out: 6,
  duration_s: 9_000,
  error: null,
  is_deprecated: false,
  deprecation_reason: "",
  created_by: "mei",
  is_mine: true,
  created_at: AT,
  started_at: "2026-01-02T03:04:06Z",
  finished_at: "2026-01-02T03:06:06Z",
  ...overrides,
});

/** In the middle of being written. */
export const aRunning = (place: number, overrides: Partial<PackageSummary> = {}): PackageSummary =>
  aPackage(place, {
    status: "Running",
    uri: null,
    shards_done: 1,
    samples_done: 300,
    bytes_done: 64_000_000,
    left_out: 0,
    duration_s: null,
    finished_at: null,
    ...overrides,
  });

export const aDetail = (one: PackageSummary, more: Partial<PackageDetail> = {}): PackageDetail => ({
  ...one,
  settings: {
    format: one.format,
    columns: [
      { source: "$media", name: "video" },
      { source: "caption", name: "caption" },
    ],
    shard_bytes: 67_108_864,
    compression: one.compression,
    order: "shuffled",
    seed: 41,
    leave_out: { no_caption: true, shorter_than_s: 0, smaller_than_px: 0 },
  },
  left_out_by_reason: one.left_out === 0 ? [] : [{ reason: "object_truncated", items: one.left_out }],
  item_list_sha256: one.status === "Ready" ? HASH : null,
  content_sha256: one.status === "Ready" ? HASH : null,
  repeats: null,
  verified_at: one.status === "Ready" ? AT : null,
  loader_code: one.status === "Ready" ? "from streaming import StreamingDataset" : "",
  used_by: [],
  can_change: true,
  ...more,
});

export const aShard = (shard: number, overrides: Partial<PackageShard> = {}): PackageShard => ({
  shard,
  status: "Written",
  name: `shard.${String(shard).padStart(5, "0")}.mds`,
  samples: 301,
  bytes: 64_000_000,
  sha256: HASH,
  left_out: 0,
  took_ms: 2_000,
  written_at: AT,
  ...overrides,
});

export const anEstimate = (overrides: Partial<PackageEstimate> = {}): PackageEstimate => ({
  items: 1_210,
  samples: 1_204,
  left_out: [{ reason: "no_caption", items: 6 }],
  duration_s: 9_000,
  bytes: 256_000_000,
  shards: 4,
  seconds: 120,
  buckets: [{ resolution: "720p", frames: "33–64", aspect: "16:9", items: 1_204, duration_s: 9_000, filters: [] }],
  warnings: [{ code: "samples_larger_than_shards", limit: null }],
  ...overrides,
});

export const aView = (overrides: Partial<DatasetView> = {}): DatasetView => ({
  id: VIEW_ID,
  dataset_id: DATASET_ID,
  name: "Sharp clips",
  version: 3,
  filters: [],
  where: "fps > 24",
  q: "",
  order_by: "",
  seed: 0,
  items: 1_210,
  created_by: "mei",
  created_at: AT,
  ...overrides,
});

const dataset: DatasetSummary = {
  id: DATASET_ID,
  name: "Rain at night",
  description: "",
  kind: "MDS",
  layout: "plain",
  uri: "s3://datasets/rain/",
  profile_id: idOf(800),
  profile_name: "Own store",
  status: "Ready",
  tags: [],
  version: 3,
  items: 2_000,
  duration_s: 9_000,
  bytes: 1_403_000_000,
  faults: 0,
  health: { state: "ok", reason: null, missing_media_share: 0, checked_at: AT },
  run: null,
  strip: [],
  is_pinned: false,
  owner: "mei",
  is_mine: true,
  revision: 1,
  created_at: AT,
  updated_at: AT,
};

/** With a column of each kind that matters here, and labels added to version 3. */
export const aSourceDataset = (): DatasetDetail => ({
  ...dataset,
  columns: [
    { name: "key", type: "text", encoding: "", role: "key", is_indexed: true },
    { name: "caption", type: "text", encoding: "", role: "caption", is_indexed: true },
    { name: "Score A", type: "number", encoding: "float32", role: "score", is_indexed: true },
    { name: "score_a", type: "number", encoding: "float32", role: "score", is_indexed: true },
    { name: "thumbnail", type: "binary", encoding: "bytes", role: null, is_indexed: false },
    { name: "mp4", type: "media", encoding: "bytes", role: "media", is_indexed: false },
  ],
  versions: [],
  column_sets: [
    {
      id: idOf(700),
      dataset_id: DATASET_ID,
      version: 3,
      name: "review",
      columns: [{ name: "review.keep", type: "boolean", encoding: "", role: null, is_indexed: true }],
      task_id: idOf(701),
      task_name: "Keep or drop",
      answers: "majority",
      as_of: AT,
      status: "Finished",
      rows_done: 2_000,
      bytes: 1_000,
      sha256: HASH,
      error: null,
      created_by: "mei",
      created_at: AT,
      finished_at: AT,
    },
  ],
});
