import type { PerformerItem, PerformerTaskDetail, PerformerTaskItem } from "@dailies/contract";

const idOf = (kind: number, place: number): string =>
  `0198c0de-000${kind}-7000-8000-${String(place).padStart(12, "0")}`;

export const aPerformer = (place: number, overrides: Partial<PerformerItem> = {}): PerformerItem => ({
  id: idOf(1, place),
  name: `Performer ${place}`,
  kind: "model",
  adapter: "videos",
  endpoint: "http://performer.example:9000",
  model: "reference",
  version: "1",
  adapter_config: {},
  input_schema: [
    { key: "prompt", label: "Prompt", spec: { type: "text", is_multiline: true }, is_required: true, role: "prompt" },
    {
      key: "seconds",
      label: "Length",
      spec: { type: "number", min: 1, max: 20, unit: "s" },
      is_required: false,
      default: 4,
      role: "seconds",
    },
    { key: "seed", label: "Seed", spec: { type: "number", is_integer: true }, is_required: false, role: "seed" },
  ],
  capabilities: ["t2v", "seed", "cancel"],
  limits: { concurrency: 4, rpm: null, timeout_s: 600 },
  pricing: { unit: "second", unit_price_micros: 50_000, currency: "USD", checked_at: null },
  is_enabled: true,
  shared_with_internal: true,
  is_secret_set: false,
  health: { last_ok: null, last_error: null, p50_s: null, error_rate_24h: null, calls_24h: 0, in_flight: 0 },
  revision: 1,
  created_at: "2026-11-14T08:00:00Z",
  updated_at: "2026-11-14T08:00:00Z",
  created_by: "ada",
  ...overrides,
});

export const aCall = (place: number, overrides: Partial<PerformerTaskItem> = {}): PerformerTaskItem => ({
  id: idOf(2, place),
  performer_id: idOf(1, 1),
  performer_name: "Performer 1",
  performer_version: "1",
  source: "playground",
  source_ref: null,
  title: "a lighthouse in the rain",
  status: "Succeeded",
  raw_status: "completed",
  progress: 1,
  queue_position: null,
  seed_requested: 40 + place,
  seed_used: 40 + place,
  is_reused: false,
  outputs: [
    {
      asset_id: idOf(3, place),
      media_url: `https://storage.example/${place}.mp4`,
      poster: null,
      probe: { duration: 4, width: 640, height: 360, fps: 24, frames: 96, codec: "h264", audio: null, vfr: false },
    },
  ],
  warnings: [],
  cost: { amount_micros: 200_000, currency: "USD", units: 4, unit_price_micros: 50_000, basis: "computed" },
  error: null,
  requested_by: "mei",
  queued_at: "2026-11-15T08:00:00Z",
  started_at: "2026-11-15T08:00:02Z",
  finished_at: "2026-11-15T08:00:07Z",
  ...overrides,
});

export const aRunningCall = (place: number, overrides: Partial<PerformerTaskItem> = {}): PerformerTaskItem =>
  aCall(place, { status: "Running", progress: 0.4, outputs: [], cost: null, finished_at: null, ...overrides });

export const asDetail = (call: PerformerTaskItem, more: Partial<PerformerTaskDetail> = {}): PerformerTaskDetail => ({
  ...call,
  input: { prompt: call.title },
  resolved_input: { prompt: call.title, seconds: 4, seed: call.seed_used ?? 0 },
  external_id: "video_123",
  retry_of: null,
  request_hash: "ab".repeat(32),
  output_sha256: "cd".repeat(32),
  log: [{ at: "2026-11-15T08:00:02Z", text: "in_progress" }],
  curl: "curl -X POST http://performer.example:9000/v1/videos",
  ...more,
});
