/** Sums over a frame and the two before it. */
export interface TimeSums {
  /** Of now − before: plain, absolute and squared. */
  difference: number;
  absolute: number;
  squared: number;
  /** Of |2·before − earlier − now|: twice the distance of the middle frame from the mean of the others. */
  residual: number;
}

/** Short enough that sums of squares stay within 32-bit integers, whose addition is fast. */
const STRETCH = 8_192;

/** One pass over three frames for all temporal metrics: memory access dominates the cost. */
export const walkInTime = (
  now: Uint8Array,
  before: Uint8Array,
  earlier: Uint8Array,
  histogram: Uint32Array,
): TimeSums => {
  const sums = { difference: 0, absolute: 0, squared: 0, residual: 0 };
  histogram.fill(0);
  for (let at = 0; at < now.length; ) {
    const end = Math.min(at + STRETCH, now.length);
    let [difference, absolute, squared, residual] = [0, 0, 0, 0];
    for (; at < end; at++) {
      const value = now[at] as number;
      const last = before[at] as number;
      const change = value - last;
      difference += change;
      absolute += Math.abs(change);
      squared += change * change;
      residual += Math.abs(last + last - value - (earlier[at] as number));
      histogram[value] = (histogram[value] as number) + 1;
    }
    sums.difference += difference;
    sums.absolute += absolute;
    sums.squared += squared;
    sums.residual += residual;
  }
  return sums;
};

/** For the first frame, which has no predecessor. */
export const countLuma = (frame: Uint8Array, histogram: Uint32Array): number => {
  histogram.fill(0);
  let sum = 0;
  for (let at = 0; at < frame.length; at++) {
    const value = frame[at] as number;
    sum += value;
    histogram[value] = (histogram[value] as number) + 1;
  }
  return sum;
};
