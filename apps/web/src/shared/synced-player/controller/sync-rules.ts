/** A clip further ahead than this is held; a smaller lead is reduced by playing slightly slower. */
const HOLD_BEYOND_FRAMES = 0.6;
/** An invisible lead, below the accuracy of the browser's clocks. */
const LEAVE_ALONE_FRAMES = 0.06;
/** A larger change would be visible as slow motion and audible. */
const MAX_NUDGE = 0.04;
const NUDGE_PER_FRAME = 0.08;
/** Smaller rate changes are not worth a call to the decoder. */
const SAME_RATE = 0.004;

export type Correction = { readonly kind: "hold" } | { readonly kind: "rate"; readonly factor: number };

/** The correction for a clip that is this many frames ahead of the slowest. */
export const correct = (aheadFrames: number): Correction => {
  if (aheadFrames > HOLD_BEYOND_FRAMES) return { kind: "hold" };
  if (aheadFrames <= LEAVE_ALONE_FRAMES) return { kind: "rate", factor: 1 };
  return { kind: "rate", factor: 1 - Math.min(MAX_NUDGE, aheadFrames * NUDGE_PER_FRAME) };
};

export const isSameRate = (a: number, b: number): boolean => Math.abs(a - b) < SAME_RATE * b;

/** The middle of a frame: at its edges a browser may round to the neighbour. */
export const middleOfFrame = (frame: number, fps: number): number => (Math.max(0, frame) + 0.5) / fps;

/** With a small tolerance, because a paused clip reports the exact edge of its frame. */
export const frameAt = (timeS: number, fps: number): number => Math.floor(timeS * fps + 0.01);

export interface LoopRange {
  readonly fromS: number;
  readonly toS: number;
}

/** Setting one end past the other moves the other. */
export const withLoopStart = (loop: LoopRange | null, fromS: number, durationS: number): LoopRange =>
  loop && loop.toS > fromS ? { ...loop, fromS } : { fromS, toS: durationS };

export const withLoopEnd = (loop: LoopRange | null, toS: number): LoopRange =>
  loop && loop.fromS < toS ? { ...loop, toS } : { fromS: 0, toS };
