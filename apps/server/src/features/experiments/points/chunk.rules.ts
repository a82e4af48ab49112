import { encodePoints } from "./point-codec.ts";
import { concatPoints, type Points, slicePoints } from "./points.ts";
import { encodeSummaries, type Summary, summarise } from "./summary.ts";

/** A chunk of this many points is never merged again. */
const FULL_POINTS = 4_096;
/** So many small chunks of one tier are merged into one: each point is rewritten three times at most. */
export const MERGED_CHUNKS = 16;
/** Smaller chunks are read whole when their own summary is too coarse. */
const SUMMARISED_FROM = 512;
export const FULL_TIER = 3;

export interface Chunk {
  readonly tier: number;
  readonly summary: Summary;
  readonly summaries: Buffer | null;
  readonly payload: Buffer;
}

const tierOf = (points: number): number => {
  if (points >= FULL_POINTS) return FULL_TIER;
  if (points >= MERGED_CHUNKS * MERGED_CHUNKS) return 2;
  return points >= MERGED_CHUNKS ? 1 : 0;
};

const toChunk = (points: Points): Chunk => ({
  tier: tierOf(points.steps.length),
  summary: summarise(points),
  summaries: points.steps.length >= SUMMARISED_FROM ? encodeSummaries(points) : null,
  payload: encodePoints(points),
});

/** Cuts sorted points into chunks of at most twice the full size. */
export const toChunks = (points: Points): Chunk[] => {
  const chunks: Chunk[] = [];
  let from = 0;
  while (points.steps.length - from >= 2 * FULL_POINTS) {
    chunks.push(toChunk(slicePoints(points, from, from + FULL_POINTS)));
    from += FULL_POINTS;
  }
  return [...chunks, toChunk(slicePoints(points, from, points.steps.length))];
};

/** In the order of their arrival. */
export const mergeChunks = (parts: readonly Points[]): Chunk[] => toChunks(concatPoints(parts));
