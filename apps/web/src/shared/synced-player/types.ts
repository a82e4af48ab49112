/** A clip to be compared; the first five fit what a call or a cell delivers. */
export interface PlayerClip {
  readonly id: string;
  readonly title: string;
  /** Seed, size, length: whatever tells it from its neighbours. */
  readonly subtitle?: string;
  readonly media_url: string;
  readonly poster?: string | null;
  readonly fps?: number;
  /** Seconds, until the clip itself has said it. */
  readonly duration?: number;
  /** What was asked for and not delivered. */
  readonly warnings?: readonly string[];
}

/** Where somebody saw something, on the clock that all clips share. */
export interface PlayerMark {
  readonly id: string;
  readonly timeS: number;
  /** What and in which clip: "flicker, Model 2". */
  readonly words: string;
}

export const MAX_PLAYER_CLIPS = 9;
export const PLAYER_RATES = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4];
const USUAL_FPS = 24;

/** One step is a frame of the slowest, so that every clip moves by at least one. */
export const slowestFps = (clips: readonly PlayerClip[]): number => {
  const known = clips.flatMap(({ fps }) => (fps !== undefined && fps > 0 ? [fps] : []));
  return known.length > 0 ? Math.min(...known) : USUAL_FPS;
};
