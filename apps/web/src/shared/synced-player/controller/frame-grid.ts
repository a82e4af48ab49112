import { frameAt, middleOfFrame } from "./sync-rules.ts";

/** The display times of a clip's frames. */
export interface FrameGrid {
  readonly frameAt: (timeS: number) => number;
  readonly startOf: (frame: number) => number;
  readonly endOf: (frame: number) => number;
  /** A time within the frame that every browser maps to it: at the edges browsers may round. */
  readonly insideOf: (frame: number) => number;
  readonly lastFrame: (durationS: number) => number;
  /** Whether the times come from the file instead of an average frame rate. */
  readonly isExact: boolean;
}

export const evenFrames = (fps: number): FrameGrid => ({
  frameAt: (timeS) => frameAt(timeS, fps),
  startOf: (frame) => frame / fps,
  endOf: (frame) => (frame + 1) / fps,
  insideOf: (frame) => middleOfFrame(frame, fps),
  lastFrame: (durationS) => Math.max(0, Math.round(durationS * fps) - 1),
  isExact: false,
});

/** Browsers report the time in microseconds; a frame that starts within this tolerance is the displayed one. */
const EDGE_S = 0.000_002;

const lastStartedBy = (startsS: ArrayLike<number>, timeS: number): number => {
  let low = 0;
  let high = startsS.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((startsS[middle] ?? Number.POSITIVE_INFINITY) <= timeS + EDGE_S) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The minimum distance from the edge, for frames that nearly coincide. */
const LEAST_INSIDE_S = 0.000_5;

/**
 * Chromium derives a frame's duration from the decoding timestamps, which in a clip with variable frame rate differ from its
 * display time: in the middle of a long frame it already shows the next. Shortly after the frame's start it never does.
 */
const insideS = (startsS: ArrayLike<number>, endS: number): number => {
  let shortestS = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < startsS.length; frame += 1) {
    const lengthS = (startsS[frame + 1] ?? endS) - (startsS[frame] ?? 0);
    if (lengthS > 0) shortestS = Math.min(shortestS, lengthS);
  }
  return Math.max(LEAST_INSIDE_S, shortestS / 4);
};

/** The frames as listed in the file, with any spacing; `endS` is the end of the last one. */
export const listedFrames = (startsS: ArrayLike<number>, endS: number): FrameGrid => {
  const last = Math.max(0, startsS.length - 1);
  const inside = (frame: number): number => Math.min(last, Math.max(0, frame));
  const startOf = (frame: number): number => startsS[inside(frame)] ?? 0;
  const endOf = (frame: number): number => (frame >= last ? Math.max(endS, startOf(last)) : startOf(inside(frame) + 1));
  const afterEdgeS = insideS(startsS, endS);
  return {
    frameAt: (timeS) => lastStartedBy(startsS, timeS),
    startOf,
    endOf,
    insideOf: (frame) => startOf(frame) + Math.min(afterEdgeS, (endOf(frame) - startOf(frame)) / 2),
    lastFrame: () => last,
    isExact: true,
  };
};
