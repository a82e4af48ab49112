import type { DatasetDetail, DatasetSummary, DatasetVersion, IndexRun, StorageProfile } from "@dailies/contract";

const idOf = (place: number): string => `0198da7a-0000-7000-9000-${String(place).padStart(12, "0")}`;
export const PROFILE_ID = idOf(800);

export const aRun = (overrides: Partial<IndexRun> = {}): IndexRun => ({
  id: idOf(700),
  status: "Finished",
  parts_done: 4,
  parts_total: 4,
  items_done: 2_000,
  faults: 0,
  error: null,
  started_at: "2026-01-02T03:00:00Z",
  finished_at: "2026-01-02T03:04:00Z",
  ...overrides,
});

/** A dataset as in the list; its index determines its id. */
export const aDataset = (place: number, overrides: Partial<DatasetSummary> = {}): DatasetSummary => ({
  id: idOf(place),
  name: `Dataset ${place}`,
  description: "",
  kind: "MDS",
  layout: "plain",
  uri: `s3://datasets/set-${place}/`,
  profile_id: PROFILE_ID,
  profile_name: "Own store",
  status: "Ready",
  tags: [],
  version: 1,
  items: 2_000,
  duration_s: 9_000,
  bytes: 1_403_000_000,
  faults: 0,
  health: { state: "ok", reason: null, missing_media_share: 0, checked_at: "2026-01-02T03:04:05Z" },
  run: aRun(),
  strip: [0, 1, 2, 3],
  is_pinned: false,
  owner: "mei",
  is_mine: true,
  revision: 1,
  created_at: "2026-01-01T03:04:05Z",
  updated_at: "2026-01-02T03:04:05Z",
  ...overrides,
});

export const aVersion = (version: number, overrides: Partial<DatasetVersion> = {}): DatasetVersion => ({
  version,
  items: 2_000,
  duration_s: 9_000,
  bytes: 1_403_000_000,
  faults: 0,
  note: "",
  tags: [],
  created_by: "mei",
  created_at: "2026-01-02T03:04:05Z",
  ...overrides,
});

export const aDatasetDetail = (dataset: DatasetSummary, more: Partial<DatasetDetail> = {}): DatasetDetail => ({
  ...dataset,
  columns: [
    { name: "caption", type: "text", encoding: "str", role: "caption", is_indexed: true },
    { name: "aesthetic", type: "number", encoding: "float32", role: "score", is_indexed: true },
    { name: "video", type: "media", encoding: "bytes", role: "media", is_indexed: false },
  ],
  versions: dataset.version === null ? [] : [aVersion(dataset.version)],
  column_sets: [],
  ...more,
});

export const aProfile = (place: number, overrides: Partial<StorageProfile> = {}): StorageProfile => ({
  id: idOf(800 + place),
  name: "Own store",
  endpoint: null,
  public_endpoint: null,
  region: "us-east-1",
  bucket: "datasets",
  prefix: "",
  is_path_style: true,
  access_key_id: null,
  has_secret: false,
  datasets: 2,
  last_ok_at: "2026-01-02T03:04:05Z",
  last_error: null,
  revision: 1,
  created_by: "system",
  updated_at: "2026-01-02T03:04:05Z",
  ...overrides,
});
