import type { LoopRange } from "./sync-rules.ts";
import type { TrackState } from "./track.ts";

/** `gathering` until every clip can show, or play, the requested position. */
export type PlayerStatus = "gathering" | "playing" | "paused";

export interface PlayerSnapshot {
  readonly status: PlayerStatus;
  readonly wantsToPlay: boolean;
  readonly durationS: number;
  readonly rate: number;
  readonly isLooping: boolean;
  readonly loop: LoopRange | null;
  readonly states: Readonly<Record<string, TrackState>>;
}
