/** Where the bytes of a clip lie now. */
export interface ShardPart {
  /** A short-lived address of the whole object. */
  readonly url: string;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly expiresAtMs: number;
}

/** A clip inside an object, and both ways to it. */
export interface ShardClip {
  /** Tells clips apart: the same key is the same virtual address. */
  readonly key: string;
  /** Asked when it is first needed and again when the address has run out. Undefined where the object has no ranges. */
  readonly locate: (signal: AbortSignal) => Promise<ShardPart | undefined>;
  /** The route of the API that answers ranges itself, where no worker runs or storage refuses the browser. */
  readonly fallbackUrl: string;
  /** Saves the first question. */
  readonly known?: ShardPart;
}

export const SHARD_REASONS = ["no_worker", "no_ranges", "blocked", "refused"] as const;
/** Why a clip comes through the API. */
export type ShardReason = (typeof SHARD_REASONS)[number];
