import { evenFrames, type FrameGrid } from "./frame-grid.ts";
import { HoldRegistry } from "./hold-registry.ts";
import type { PlayerSnapshot, PlayerStatus } from "./player-snapshot.ts";
import { StallWatch } from "./stall-watch.ts";
import { correct, isSameRate, type LoopRange } from "./sync-rules.ts";
import { HAS_FRAME, HAS_FUTURE, type PlayerClock, type Track, type TrackElement, type TrackState } from "./track.ts";
import { TrackRegistry } from "./track-registry.ts";

/** How long one clip may delay the start before it is dropped. */
const LATE_MS = 10_000;

interface Options {
  readonly tracks: readonly Track[];
  /** Of the slowest clip: one step is one of its frames. */
  readonly fps: number;
  readonly clock: PlayerClock;
  readonly onChange: () => void;
}

/**
 * Keeps several clips in sync. The slowest leads; clips ahead are held until it arrives, so that no frame is skipped. All
 * work happens in `tick`, which the page calls once per animation frame.
 */
export class SyncController {
  readonly #options: Options;
  readonly #board: TrackRegistry;
  readonly #holds: HoldRegistry;
  readonly #stalls: StallWatch;
  #wantsToPlay = false;
  #status: PlayerStatus = "gathering";
  #gatheringSinceMs: number;
  #rate = 1;
  #isLooping = true;
  #loop: LoopRange | null = null;
  #snapshot: PlayerSnapshot;

  constructor(options: Options) {
    this.#options = options;
    this.#holds = new HoldRegistry(options.clock);
    this.#stalls = new StallWatch(options.clock);
    this.#gatheringSinceMs = options.clock.now();
    this.#board = new TrackRegistry(options.tracks, evenFrames(options.fps));
    this.#snapshot = this.#look();
  }

  get snapshot(): PlayerSnapshot {
    return this.#snapshot;
  }

  get timeS(): number {
    return this.#board.timeS;
  }

  get durationS(): number {
    return this.#board.durationS;
  }

  get frame(): number {
    return this.frames.frameAt(this.timeS);
  }

  get frames(): FrameGrid {
    return this.#board.frames;
  }

  /** Called once the frame times are known: from then on a step is one frame. */
  setFrames(frames: FrameGrid): void {
    this.#board.frames = frames;
    this.#changed();
  }

  play(): void {
    this.#wantsToPlay = true;
    if (this.#status !== "paused") this.#changed();
    else if (this.#isAtEnd()) this.#goTo(this.#startS(), true);
    else this.#gather();
  }

  pause(): void {
    this.#wantsToPlay = false;
    this.#holds.clear();
    for (const { element } of this.#options.tracks) element.pause();
    if (this.#status === "playing") this.#status = "paused";
    this.#changed();
  }

  /** Also restores dropped clips. */
  seek(timeS: number): void {
    this.#goTo(Math.min(Math.max(0, timeS), this.durationS), true);
  }

  step(frames: number): void {
    this.pause();
    this.seek(this.frames.insideOf(Math.max(0, this.frame + frames)));
  }

  setRate(rate: number): void {
    this.#rate = rate;
    for (const { element } of this.#options.tracks) element.playbackRate = rate;
    this.#changed();
  }

  setLooping(isLooping: boolean): void {
    this.#isLooping = isLooping;
    this.#changed();
  }

  setLoop(loop: LoopRange | null): void {
    this.#loop = loop;
    if (loop) this.#isLooping = true;
    this.#changed();
  }

  /** Checks every clip once and applies corrections. */
  tick(): void {
    for (const track of this.#options.tracks) if (track.element.error) this.#set(track, "failed");
    if (this.#status === "gathering") this.#tryToStart();
    else if (this.#status === "playing") this.#keepTogether();
  }

  #set(track: Track, state: TrackState): void {
    if (this.#board.stateOf(track) === state) return;
    this.#board.set(track, state);
    this.#changed();
  }

  #isAtEnd(): boolean {
    return this.#board.in("live").every((track) => this.#board.isPastEnd(track)) || this.timeS >= this.#endS();
  }

  #startS(): number {
    return this.#loop?.fromS ?? 0;
  }

  #endS(): number {
    return this.#loop?.toS ?? this.durationS;
  }

  /** A dropped clip is awaited again if it seems to have recovered. */
  #goTo(timeS: number, isForced: boolean): void {
    this.#holds.clear();
    for (const track of this.#options.tracks) {
      const state = this.#board.stateOf(track);
      const isGone = state === "lost" && !isForced && track.element.readyState < HAS_FUTURE;
      if (state === "failed" || isGone) continue;
      this.#board.move(track, timeS);
      if (state === "lost") this.#board.set(track, "loading");
    }
    this.#gather();
  }

  #gather(): void {
    this.#status = "gathering";
    this.#gatheringSinceMs = this.#options.clock.now();
    this.#changed();
  }

  /** Starts only when all clips can. A clip that cannot is dropped eventually, unless none would be left. */
  #tryToStart(): void {
    const needs = this.#wantsToPlay ? HAS_FUTURE : HAS_FRAME;
    const isReady = (track: Track): boolean => {
      const { element } = track;
      return !element.seeking && element.readyState >= (this.#board.isPastEnd(track) ? HAS_FRAME : needs);
    };
    const expected = this.#board.in("loading", "live", "ended");
    const ready = expected.filter(isReady);
    const isLate = this.#options.clock.now() - this.#gatheringSinceMs > LATE_MS;
    if (ready.length === 0 || (ready.length < expected.length && !isLate)) return;
    for (const track of expected) {
      if (!ready.includes(track)) this.#takeOut(track, "lost");
      else this.#set(track, this.#board.isPastEnd(track) ? "ended" : "live");
    }
    if (this.#wantsToPlay) this.#startTogether();
    else this.#status = "paused";
    this.#changed();
  }

  #startTogether(): void {
    this.#status = "playing";
    this.#stalls.restart();
    for (const { element } of this.#board.in("live")) {
      element.playbackRate = this.#rate;
      this.#play(element);
    }
  }

  #play(element: TrackElement): void {
    element.play().catch((error: unknown) => {
      // Browsers may block autoplay before the first user interaction; a broken clip is detected elsewhere.
      if (error instanceof Error && error.name === "NotAllowedError") this.pause();
    });
  }

  #takeOut(track: Track, state: "ended" | "lost"): void {
    track.element.pause();
    this.#holds.forget(track.id);
    this.#set(track, state);
  }

  #keepTogether(): void {
    for (const track of this.#board.in("live")) if (this.#board.isPastEnd(track)) this.#takeOut(track, "ended");
    const live = this.#board.in("live");
    if (live.length === 0 || this.timeS >= this.#endS()) return this.#turnAround();
    const slowestS = this.timeS;
    this.#dropWhoeverStands(live, slowestS);
    const step = this.#holds.advance(slowestS, this.#rate);
    for (const track of live) {
      if (!this.#holds.has(track.id)) this.#correct(track, slowestS);
      else if (this.#holds.isDue(track.id, slowestS, step)) this.#holds.release(track, slowestS, this.#rate);
    }
  }

  #correct(track: Track, slowestS: number): void {
    const { element } = track;
    // Browsers pause muted clips of a hidden page.
    if (element.paused) this.#play(element);
    const correction = correct((element.currentTime - slowestS) * this.#options.fps);
    if (correction.kind === "hold") {
      this.#holds.hold(track);
      return;
    }
    const rate = this.#rate * correction.factor;
    const isUneven = correction.factor === 1 ? element.playbackRate !== rate : !isSameRate(element.playbackRate, rate);
    if (isUneven) element.playbackRate = rate;
  }

  #dropWhoeverStands(live: readonly Track[], slowestS: number): void {
    if (!this.#stalls.isStanding(slowestS) || live.length < 2) return;
    const standing = live.filter(({ id, element }) => element.currentTime === slowestS && !this.#holds.has(id));
    if (standing.length === live.length) return;
    for (const track of standing) this.#takeOut(track, "lost");
    this.#stalls.restart();
  }

  #turnAround(): void {
    if (this.#isLooping) this.#goTo(this.#startS(), false);
    else this.pause();
  }

  #look(): PlayerSnapshot {
    return {
      status: this.#status,
      wantsToPlay: this.#wantsToPlay,
      durationS: this.durationS,
      rate: this.#rate,
      isLooping: this.#isLooping,
      loop: this.#loop,
      states: this.#board.states(),
    };
  }

  #changed(): void {
    this.#snapshot = this.#look();
    this.#options.onChange();
  }
}
