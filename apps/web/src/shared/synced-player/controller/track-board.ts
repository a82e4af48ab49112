import type { Track, TrackState } from "./track.ts";

/** The clips, how each of them fares, and where they are together. */
export class TrackBoard {
  readonly tracks: readonly Track[];
  readonly #fps: number;
  readonly #states = new Map<string, TrackState>();

  constructor(tracks: readonly Track[], fps: number) {
    this.tracks = tracks;
    this.#fps = fps;
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

  /** Where the slowest of those that still move is; at the very end, where the longest ended. */
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
    return Number.isFinite(element.duration) && element.currentTime >= element.duration - 0.75 / this.#fps;
  }

  /** The last frame, and not the end behind it, where some browsers show nothing. */
  move({ element }: Track, timeS: number): void {
    const lastS = Number.isFinite(element.duration) ? element.duration - 0.5 / this.#fps : timeS;
    element.pause();
    element.currentTime = Math.max(0, Math.min(timeS, lastS));
  }
}
