import type { PlayerClock } from "./track.ts";

/** How long one stalled clip may hold up the others. */
const PATIENCE_MS = 5_000;
const MOVED_S = 0.001;

/** Detects that the slowest clip has stalled for too long. */
export class StallWatch {
  readonly #clock: PlayerClock;
  #moved = { ms: 0, timeS: -1 };

  constructor(clock: PlayerClock) {
    this.#clock = clock;
  }

  restart(): void {
    this.#moved = { ms: this.#clock.now(), timeS: -1 };
  }

  isStanding(slowestS: number): boolean {
    const nowMs = this.#clock.now();
    if (Math.abs(slowestS - this.#moved.timeS) > MOVED_S) this.#moved = { ms: nowMs, timeS: slowestS };
    return nowMs - this.#moved.ms >= PATIENCE_MS;
  }
}
