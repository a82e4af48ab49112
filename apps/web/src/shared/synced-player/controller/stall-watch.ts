import type { PlayerClock } from "./track.ts";

/** So long may one clip keep the others waiting. */
const PATIENCE_MS = 5_000;
const MOVED_S = 0.001;

/** Notices that the slowest has not moved for too long. */
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
