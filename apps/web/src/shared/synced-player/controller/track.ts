/** One clip as seen by the controller; implemented by video elements and by fakes. */
export interface Track {
  readonly id: string;
  readonly element: TrackElement;
}

export interface TrackElement {
  currentTime: number;
  playbackRate: number;
  /** NaN until known. */
  readonly duration: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  readonly error: unknown;
  play(): Promise<void>;
  pause(): void;
}

/** A monotonic clock in milliseconds, with a timer. */
export interface PlayerClock {
  now(): number;
  after(delayMs: number, run: () => void): void;
}

/**
 * `live` moves with the others; `ended` holds its last frame while longer ones continue; `lost` delayed the others for too
 * long and was dropped; `failed` cannot be played.
 */
export type TrackState = "loading" | "live" | "ended" | "lost" | "failed";

export const HAS_FRAME = 2;
export const HAS_FUTURE = 3;
