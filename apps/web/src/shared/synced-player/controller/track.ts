/** One clip as the controller sees it; a video element fits, and so does a pretended one. */
export interface Track {
  readonly id: string;
  readonly element: TrackElement;
}

export interface TrackElement {
  currentTime: number;
  playbackRate: number;
  /** NaN until it is known. */
  readonly duration: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  readonly error: unknown;
  play(): Promise<void>;
  pause(): void;
}

/** Milliseconds that only grow, and a call after some of them. */
export interface PlayerClock {
  now(): number;
  after(delayMs: number, run: () => void): void;
}

/**
 * `live` moves with the others; `ended` holds its last frame while longer ones play on; `lost` kept the others waiting for
 * too long and was let go; `failed` cannot be played.
 */
export type TrackState = "loading" | "live" | "ended" | "lost" | "failed";

export const HAS_FRAME = 2;
export const HAS_FUTURE = 3;
