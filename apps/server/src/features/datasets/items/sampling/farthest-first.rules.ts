import { setImmediate as breathe } from "node:timers/promises";

/** So many numbers are looked at before somebody else gets a turn. */
const BREATHE_EVERY = 4_000_000;

const squaredDistance = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    sum += difference * difference;
  }
  return sum;
};

/** The places of points that are as different from each other as can be had greedily, beginning with the first. */
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

/** Takes the new one into account and answers the one that is now farthest; of equals the first. */
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
