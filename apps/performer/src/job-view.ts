import type { Job } from "./job.ts";

export const PRICE_MICROS_PER_SECOND = 20_000;
export const CURRENCY = "USD";
export const KEEP_MS = 48 * 60 * 60_000;

const seconds = (ms: number): number => Math.floor(ms / 1_000);

/** Only delivered output costs, by its delivered length. */
const costOf = (job: Job) => ({
  amount_micros: Math.round(job.clip.seconds * PRICE_MICROS_PER_SECOND),
  currency: CURRENCY,
});

/** A job in the format of the /v1/videos API. */
export const viewJob = (job: Job, progress: number, queuePosition: number | null) => ({
  id: job.id,
  object: "video",
  model: job.request.model,
  prompt: job.request.prompt,
  status: job.status,
  progress: Math.floor(progress * 100),
  ...(queuePosition === null ? {} : { queue_position: queuePosition }),
  created_at: seconds(job.createdAtMs),
  completed_at: job.endedAtMs === null ? null : seconds(job.endedAtMs),
  expires_at: seconds(job.createdAtMs + KEEP_MS),
  size: job.request.size,
  seconds: `${job.request.seconds}`,
  fps: job.request.fps,
  num_frames: Math.round(job.request.seconds * job.request.fps),
  seed: job.seed,
  error: job.error,
  ...(job.status === "completed" ? { inference_time_s: job.renderS, cost: costOf(job) } : {}),
});

/** The reply to the submission, repeated for the same key. */
export const viewAccepted = (job: Job) => viewJob({ ...job, status: "queued", endedAtMs: null, error: null }, 0, null);
