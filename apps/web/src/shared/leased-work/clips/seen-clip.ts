const BIN_S = 0.05;
/** A larger step is a seek, not playback; at four times the speed a slow page renders a frame every 0.5 s. */
const LONGEST_STEP_S = 0.75;
/** A clip loops slightly before its end, and a slow page may not render its last moment. */
const TAIL_S = 0.25;
const TAIL_FRAMES = 2;
/** The server requires 0.9; the margin covers rounding of clocks. */
const WATCHED_SHARE = 0.95;

/** Which parts of a clip were displayed, in clip time. Repeated parts count once. */
export class SeenClip {
  readonly #bins = new Set<number>();
  #lastS = 0;
  #durationS = 0;
  /** From an earlier visit. */
  readonly #beforeS: number;

  constructor(beforeS = 0) {
    this.#beforeS = beforeS;
  }

  note(timeS: number, durationS: number, frameS: number): void {
    if (!Number.isFinite(durationS) || durationS <= 0) return;
    this.#durationS = durationS;
    const hasTurned = timeS < this.#lastS && this.#lastS >= durationS - Math.min(TAIL_S, durationS / 4);
    if (hasTurned) this.#mark(durationS);
    const atS = timeS >= durationS - TAIL_FRAMES * frameS ? durationS : timeS;
    if (atS > this.#lastS && atS - this.#lastS <= LONGEST_STEP_S) this.#mark(atS);
    this.#lastS = timeS;
  }

  #mark(toS: number): void {
    for (let bin = Math.floor(this.#lastS / BIN_S); bin * BIN_S < toS; bin += 1) this.#bins.add(bin);
  }

  get seenS(): number {
    const nowS = this.#bins.size * BIN_S;
    return Math.max(this.#beforeS, this.#durationS > 0 ? Math.min(this.#durationS, nowS) : 0);
  }

  /** 0…1; 0 while the duration is unknown. */
  get share(): number {
    return this.#durationS > 0 ? Math.min(1, this.seenS / this.#durationS) : 0;
  }

  get isWatched(): boolean {
    return this.share >= WATCHED_SHARE;
  }
}
