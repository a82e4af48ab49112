/** A clip to compare; the first five fields match the output of a job or cell. */
export interface PlayerClip {
  readonly id: string;
  readonly title: string;
  /** Seed, size, duration: whatever distinguishes it from the others. */
  readonly subtitle?: string;
  readonly media_url: string;
  readonly poster?: string | null;
  readonly fps?: number;
  /** Seconds; used until the clip's metadata has loaded. */
  readonly duration?: number;
  /** Deviations from the request. */
  readonly warnings?: readonly string[];
}

/** A mark at a time of the common clock. */
export interface PlayerMark {
  readonly id: string;
  readonly timeS: number;
  /** Label and clip: "flicker, Model 2". */
  readonly words: string;
}

export const MAX_PLAYER_CLIPS = 9;
export const PLAYER_RATES = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4];
const USUAL_FPS = 24;

/** One step is a frame of the slowest clip, so that every clip moves by at least one. */
export const slowestFps = (clips: readonly PlayerClip[]): number => {
  const known = clips.flatMap(({ fps }) => (fps !== undefined && fps > 0 ? [fps] : []));
  return known.length > 0 ? Math.min(...known) : USUAL_FPS;
};
