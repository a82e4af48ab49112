import { frameAt, middleOfFrame } from "./sync-rules.ts";

/** When each frame of a clip is shown. */
export interface FrameGrid {
  readonly frameAt: (timeS: number) => number;
  readonly startOf: (frame: number) => number;
  readonly endOf: (frame: number) => number;
  /** A moment at which every browser shows it: its edges are where one may round. */
  readonly insideOf: (frame: number) => number;
  readonly lastFrame: (durationS: number) => number;
  /** Whether the times are those of the file, and not worked out from an average. */
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

/** A browser reports its place in microseconds; a frame that begins within one of it is the one on the screen. */
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

/** Where frames are all but on top of each other, at least so long after the edge. */
const LEAST_INSIDE_S = 0.000_5;

/**
 * Chromium takes a frame to last as long as the file's decoding clock says, which in a clip of uneven rate is not how long
 * it is shown: in the middle of a long frame it already shows the next. Soon after its beginning it never does.
 */
const insideS = (startsS: ArrayLike<number>, endS: number): number => {
  let shortestS = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < startsS.length; frame += 1) {
    const lengthS = (startsS[frame + 1] ?? endS) - (startsS[frame] ?? 0);
    if (lengthS > 0) shortestS = Math.min(shortestS, lengthS);
  }
  return Math.max(LEAST_INSIDE_S, shortestS / 4);
};

/** The frames as the file lists them, at whatever distances; `endS` is where the last one ends. */
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
