/** The current location of a clip's bytes. */
export interface ShardPart {
  /** A short-lived signed URL of the whole object. */
  readonly url: string;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly expiresAtMs: number;
}

/** A clip inside an object, and both ways to read it. */
export interface ShardClip {
  /** Identifies the clip: the same key has the same virtual URL. */
  readonly key: string;
  /** Called on first use and again when the signed URL has expired. Undefined if the object does not support ranges. */
  readonly locate: (signal: AbortSignal) => Promise<ShardPart | undefined>;
  /** The API route that serves ranges itself, used without a worker or when storage refuses the browser. */
  readonly fallbackUrl: string;
  /** Saves the first lookup. */
  readonly known?: ShardPart;
}

export const SHARD_REASONS = ["no_worker", "no_ranges", "blocked", "refused"] as const;
/** Why a clip is read through the API. */
export type ShardReason = (typeof SHARD_REASONS)[number];
