import type { ColumnView, DatasetDetail, VerifyRun, ViewerHeader, ViewerSample } from "@dailies/contract";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";

export const HANDLE = "0198c0de-0000-7000-8000-0000000000a1";
export const RUN = "0198c0de-0000-7000-8000-0000000000b1";
export const URI = "s3://datasets/demo/mds/";

export const aHeader = (overrides: Partial<ViewerHeader> = {}): ViewerHeader => ({
  handle: HANDLE,
  uri: URI,
  dataset_id: null,
  format: "MDS",
  shards: 4,
  counted_shards: 4,
  samples: 40,
  raw_bytes: 4_000_000,
  stored_bytes: 4_000_000,
  columns: [
    { name: "caption", encoding: "str", size: null },
    { name: "video", encoding: "bytes", size: null },
  ],
  hashes: ["sha256"],
  compression: null,
  size_limit: 67_108_864,
  warnings: [],
  opened_at: "2026-11-15T20:00:00Z",
  ...overrides,
});

export const aRegistered = (id: string, name: string): DatasetDetail => ({
  id,
  name,
  description: "",
  kind: "MDS",
  layout: "plain",
  uri: URI,
  profile_id: HANDLE,
  profile_name: "Own store",
  status: "Ready",
  tags: [],
  version: 1,
  items: 40,
  duration_s: null,
  bytes: 4_000_000,
  faults: 0,
  health: { state: "ok", reason: null, missing_media_share: 0, checked_at: null },
  run: null,
  strip: [],
  is_pinned: false,
  owner: "mei",
  is_mine: true,
  revision: 1,
  created_at: "2026-11-15T20:00:00Z",
  updated_at: "2026-11-15T20:00:00Z",
  columns: [],
  versions: [],
  column_sets: [],
});

const column = (
  name: string,
  encoding: string,
  begin: number,
  end: number,
  value: ColumnView["value"],
): ColumnView => ({
  name,
  encoding,
  begin,
  end,
  value,
});

export const aSample = (index: number, more: ColumnView[] = []): ViewerSample => ({
  index,
  shard: Math.floor(index / 10),
  index_in_shard: index % 10,
  key: `clip-${index}`,
  begin: 1_000,
  end: 3_000,
  columns: [
    column("caption", "str", 1_008, 1_040, { kind: "text", text: `A fox crosses road ${index}`, is_cut: false }),
    column("score", "int64", 1_040, 1_048, { kind: "number", text: "9007199254740993" }),
    column("video", "bytes", 1_048, 3_000, { kind: "media", content_type: "video/mp4" }),
    ...more,
  ],
  spans: [
    { begin: 1_000, end: 1_008, label: "column sizes" },
    { begin: 1_008, end: 1_040, label: "caption" },
    { begin: 1_040, end: 1_048, label: "score" },
    { begin: 1_048, end: 3_000, label: "video" },
  ],
  io: { requests: 2, bytes: 2_008, cache_hits: 1, ms: 12 },
});

export const aRun = (overrides: Partial<VerifyRun> = {}): VerifyRun => ({
  id: RUN,
  handle: HANDLE,
  uri: URI,
  status: "Finished",
  shards_done: 4,
  shards_total: 4,
  bytes_read: 4_000_000,
  faults_total: 0,
  faults: [],
  error: null,
  started_at: "2026-11-15T20:00:00Z",
  finished_at: "2026-11-15T20:00:05Z",
  ...overrides,
});

export const TRUNCATED: VerifyRun["faults"][number] = {
  shard: 2,
  sample: 25,
  kind: "size",
  message: "the shard ends at byte 51,200 of 1,000,000",
  last_good_sample: 24,
};

const shardAt = (call: SentCall): number => Number(call.url.pathname.split("/").at(-1));

const shard = (call: SentCall) => ({
  shard: shardAt(call),
  name: `shard.0000${shardAt(call)}.mds`,
  first_sample: shardAt(call) * 10,
  samples: 10,
  raw_bytes: 80_000_000,
  stored_bytes: 61_000_000,
  compression: "zstd:7",
  hashes: {},
  columns: [],
  state: "unknown",
});

const MAP = {
  total: 4,
  first_sample: [0, 10, 20, 30],
  samples: [10, 10, 10, 10],
  stored_bytes: [1_000_000, 1_000_000, 1_000_000, 1_000_000],
  states: [0, 0, 0, 0],
};

const RECENT = { handle: HANDLE, uri: URI, format: "MDS", samples: 40, opened_at: "2026-11-15T19:00:00Z" };

type Answers = Parameters<typeof fakeApi>[0];

/** A mock dataset of four shards with ten samples each. */
export const fakeViewer = (more: Answers = {}): SentCall[] => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser() }),
    "viewer.openShards": () => ({ reply: aHeader() }),
    "viewer.listOpened": () => ({ reply: { items: [RECENT], total: 1 } }),
    "datasets.listDatasets": () => ({ reply: { items: [], total: 0 } }),
    "datasets.getDataset": () => ({ refuse: 404, code: "not_found", detail: "there is no such dataset" }),
    "viewer.mapShards": () => ({ reply: MAP }),
    "viewer.getShard": (call) => ({ reply: shard(call) }),
    "viewer.readSample": (call) => ({ reply: aSample(shardAt(call)) }),
    "viewer.listVerifications": () => ({ reply: { items: [], total: 0 } }),
    ...more,
  });
  answerBytes();
  return sent;
};

/** Shard bytes are not JSON, which is all the API mock supports. */
const answerBytes = (): void => {
  const api = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(String(input), window.location.origin);
    if (!url.pathname.includes("/bytes/")) return api(input, init);
    const [begin, end] = [Number(url.searchParams.get("begin")), Number(url.searchParams.get("end"))];
    return Promise.resolve(new Response(Uint8Array.from({ length: end - begin }, (_, place) => (begin + place) % 256)));
  };
};
