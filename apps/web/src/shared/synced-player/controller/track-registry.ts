import type { FrameGrid } from "./frame-grid.ts";
import type { Track, TrackState } from "./track.ts";

/** The clips, their states, and their common position. */
export class TrackRegistry {
  readonly tracks: readonly Track[];
  frames: FrameGrid;
  readonly #states = new Map<string, TrackState>();

  constructor(tracks: readonly Track[], frames: FrameGrid) {
    this.tracks = tracks;
    this.frames = frames;
    for (const { id } of tracks) this.#states.set(id, "loading");
  }

  stateOf({ id }: Track): TrackState {
    return this.#states.get(id) ?? "loading";
  }

  in(...states: readonly TrackState[]): Track[] {
    return this.tracks.filter((track) => states.includes(this.stateOf(track)));
  }

  set({ id }: Track, state: TrackState): void {
    this.#states.set(id, state);
  }

  states(): Record<string, TrackState> {
    return Object.fromEntries(this.#states);
  }

  /** The position of the slowest moving clip; at the end, the end of the longest. */
  get timeS(): number {
    const live = this.in("live");
    const times = (live.length > 0 ? live : this.tracks).map(({ element }) => element.currentTime);
    if (times.length === 0) return 0;
    return live.length > 0 ? Math.min(...times) : Math.max(...times);
  }

  get durationS(): number {
    const known = this.tracks.map(({ element }) => element.duration).filter(Number.isFinite);
    return Math.max(0, ...known);
  }

  isPastEnd({ element }: Track): boolean {
    if (!Number.isFinite(element.duration)) return false;
    return element.currentTime >= element.duration - 0.75 * this.#lastLengthS(element.duration);
  }

  /** Seeks to the last frame instead of the end, where some browsers show nothing. */
  move({ element }: Track, timeS: number): void {
    const { duration } = element;
    const lastS = Number.isFinite(duration) ? duration - 0.5 * this.#lastLengthS(duration) : timeS;
    element.pause();
    element.currentTime = Math.max(0, Math.min(timeS, lastS));
  }

  #lastLengthS(durationS: number): number {
    const last = this.frames.lastFrame(durationS);
    return this.frames.isExact
      ? Math.max(0, durationS - this.frames.startOf(last))
      : this.frames.endOf(0) - this.frames.startOf(0);
  }
}
