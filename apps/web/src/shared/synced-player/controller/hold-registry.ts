import type { PlayerClock, Track } from "./track.ts";

/** A resumed clip needs this long before it moves. */
const LAG_MS = 8;
/** The slowest counts as moving if it made at least this share of the expected progress. */
const MOVES_SHARE = 0.4;

interface Step {
  /** The estimated progress of the slowest per tick; 0 while it stalls. */
  readonly advanceS: number;
}

interface Hold {
  readonly atS: number;
  isReleasing: boolean;
}

/** The held clips, their positions, and when to release each. */
export class HoldRegistry {
  readonly #clock: PlayerClock;
  readonly #holds = new Map<string, Hold>();
  #last: { readonly ms: number; readonly slowestS: number } | undefined;
  #round = 0;

  constructor(clock: PlayerClock) {
    this.#clock = clock;
  }

  has(id: string): boolean {
    return this.#holds.has(id);
  }

  hold({ id, element }: Track): void {
    element.pause();
    this.#holds.set(id, { atS: element.currentTime, isReleasing: false });
  }

  forget(id: string): void {
    this.#holds.delete(id);
  }

  clear(): void {
    this.#holds.clear();
    this.#last = undefined;
    this.#round += 1;
  }

  advance(slowestS: number, rate: number): Step {
    const nowMs = this.#clock.now();
    const before = this.#last;
    this.#last = { ms: nowMs, slowestS };
    if (!before || nowMs <= before.ms) return { advanceS: 0 };
    const expectedS = ((nowMs - before.ms) / 1_000) * rate;
    return { advanceS: slowestS - before.slowestS >= expectedS * MOVES_SHARE ? expectedS : 0 };
  }

  /** The slowest is moving and will arrive before the tick after the next. */
  isDue(id: string, slowestS: number, { advanceS }: Step): boolean {
    const hold = this.#holds.get(id);
    if (!hold || hold.isReleasing) return false;
    return hold.atS <= slowestS || (advanceS > 0 && hold.atS - slowestS <= advanceS * 1.5);
  }

  /** Starts the clip so that it moves when the slowest arrives. */
  release(track: Track, slowestS: number, rate: number): void {
    const hold = this.#holds.get(track.id);
    if (!hold) return;
    hold.isReleasing = true;
    const round = this.#round;
    const waitMs = Math.max(0, ((hold.atS - slowestS) / rate) * 1_000 - LAG_MS);
    this.#clock.after(waitMs, () => {
      if (round !== this.#round || this.#holds.get(track.id) !== hold) return;
      this.#holds.delete(track.id);
      track.element.playbackRate = rate;
      track.element.play().catch(() => track.element.pause());
    });
  }
}
