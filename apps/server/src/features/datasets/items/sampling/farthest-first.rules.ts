import { setImmediate as breathe } from "node:timers/promises";

/** Yields to the event loop after this many numbers. */
const BREATHE_EVERY = 4_000_000;

const squaredDistance = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    sum += difference * difference;
  }
  return sum;
};

/** Greedy farthest-first selection of maximally different points, starting with the first. Returns indexes. */
export const chooseFarthest = async (
  points: readonly Float32Array[],
  count: number,
  signal?: AbortSignal,
): Promise<number[]> => {
  const nearest = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY);
  const chosen: number[] = [];
  let next = 0;
  let looked = 0;
  while (chosen.length < Math.min(count, points.length)) {
    const point = points[next];
    if (!point) break;
    chosen.push(next);
    nearest[next] = -1;
    looked += points.length * point.length;
    if (looked > BREATHE_EVERY) {
      await breathe();
      signal?.throwIfAborted();
      looked = 0;
    }
    next = takeFarthest(points, point, nearest);
  }
  return chosen;
};

/** Updates the distances for the newly chosen point and returns the farthest one; the first among equals. */
const takeFarthest = (points: readonly Float32Array[], chosen: Float32Array, nearest: Float64Array): number => {
  let farthest = -1;
  let distance = -1;
  for (const [at, point] of points.entries()) {
    const before = nearest[at] ?? -1;
    if (before < 0) continue;
    const now = Math.min(before, squaredDistance(point, chosen));
    nearest[at] = now;
    if (now > distance) [farthest, distance] = [at, now];
  }
  return farthest;
};
