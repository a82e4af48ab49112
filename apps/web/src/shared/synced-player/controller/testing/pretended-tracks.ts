import { SyncController } from "../sync-controller.ts";
import type { PlayerClock, TrackElement } from "../track.ts";

const TICK_MS = 16;
const SEEK_MS = 30;

interface Manner {
  readonly durationS?: number;
  readonly readyAtMs?: number;
  /** The delay of its first start. */
  readonly startLagMs?: number;
  /** The speed of its own clock. */
  readonly drift?: number;
  readonly error?: Error;
  readonly refusesToPlay?: boolean;
}

/** A manual clock. */
class PretendedClock implements PlayerClock {
  #nowMs = 0;
  #due: { readonly atMs: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): void {
    this.#due.push({ atMs: this.#nowMs + delayMs, run });
  }

  pass(ms: number): void {
    this.#nowMs += ms;
    const due = this.#due.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#due = this.#due.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { run } of due) run();
  }
}

const refusal = (): Error => Object.assign(new Error("not allowed"), { name: "NotAllowedError" });

class PretendedElement implements TrackElement {
  playbackRate = 1;
  paused = true;
  pauses = 0;
  stalledUntilMs = 0;
  readonly #manner: Manner;
  readonly #clock: PretendedClock;
  #timeS = 0;
  #seekingUntilMs = 0;
  #movesFromMs = Number.POSITIVE_INFINITY;
  #hasStarted = false;

  constructor(manner: Manner, clock: PretendedClock) {
    this.#manner = manner;
    this.#clock = clock;
  }

  get currentTime(): number {
    return this.#timeS;
  }

  set currentTime(timeS: number) {
    this.#timeS = timeS;
    this.#seekingUntilMs = this.#clock.now() + SEEK_MS;
  }

  get duration(): number {
    return this.readyState > 0 ? (this.#manner.durationS ?? Number.NaN) : Number.NaN;
  }

  get seeking(): boolean {
    return this.#clock.now() < this.#seekingUntilMs;
  }

  get readyState(): number {
    return this.#clock.now() >= (this.#manner.readyAtMs ?? 0) ? 4 : 0;
  }

  get error(): unknown {
    return this.#manner.error ?? null;
  }

  play(): Promise<void> {
    if (this.#manner.refusesToPlay) return Promise.reject(refusal());
    this.paused = false;
    this.#movesFromMs = this.#clock.now() + (this.#hasStarted ? 5 : (this.#manner.startLagMs ?? 5));
    this.#hasStarted = true;
    return Promise.resolve();
  }

  pause(): void {
    if (!this.paused) this.pauses += 1;
    this.paused = true;
  }

  advance(ms: number): void {
    const nowMs = this.#clock.now();
    if (this.paused || this.seeking || nowMs < this.#movesFromMs || nowMs < this.stalledUntilMs) return;
    const wayS = (ms / 1_000) * this.playbackRate * (this.#manner.drift ?? 1);
    this.#timeS = Math.min(this.#timeS + wayS, this.#manner.durationS ?? Number.POSITIVE_INFINITY);
  }
}

/** A controller over simulated clips, on a manual clock. */
export const aTestPlayer = (manners: readonly Manner[], { durationS = 20 } = {}) => {
  const clock = new PretendedClock();
  const elements = manners.map((manner) => new PretendedElement({ durationS, ...manner }, clock));
  const tracks = elements.map((element, index) => ({ id: `${index}`, element }));
  const controller = new SyncController({ tracks, fps: 24, clock, onChange: () => undefined });
  const times = (): number[] => elements.map(({ currentTime }) => currentTime);
  const watch = (ms: number, look: (times: readonly number[]) => number): number[] => {
    const seen: number[] = [];
    for (let passed = 0; passed < ms; passed += 1) {
      clock.pass(1);
      for (const element of elements) element.advance(1);
      if (clock.now() % TICK_MS === 0) controller.tick();
      seen.push(look(times()));
    }
    return seen;
  };
  return {
    clock,
    elements,
    controller,
    times,
    watch,
    run: (ms: number): void => {
      watch(ms, () => 0);
    },
    stall: (index: number, ms: number): void => {
      const element = elements[index];
      if (element) element.stalledUntilMs = clock.now() + ms;
    },
    pauses: (): number => elements.reduce((sum, { pauses }) => sum + pauses, 0),
  };
};
