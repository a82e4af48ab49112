import type { BoardOptions, Interval } from "../board/board-result.ts";
import { intervalOf } from "./intervals.ts";
import { f64, i32 } from "./numbers.ts";
import { placesOf } from "./order.ts";
import { drawResamples, timesOf } from "./resamples.ts";

export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly prompt: Int32Array;
}

interface Ranked {
  readonly places: Int32Array;
  readonly often: Float64Array;
}

const prepare = (values: Float64Array): Ranked => {
  const { distinct, places } = placesOf(values);
  return { places, often: new Float64Array(distinct.length) };
};

/** Writes the mid-rank of each distinct value to `often`; needs no sorting, as the order is known. */
const rankValues = ({ places, often }: Ranked, weights: Float64Array): void => {
  often.fill(0);
  for (let n = 0; n < places.length; n++) often[i32(places, n)] = f64(often, i32(places, n)) + f64(weights, n);
  let below = 0;
  for (let place = 0; place < often.length; place++) {
    const count = f64(often, place);
    often[place] = below + count / 2;
    below += count;
  }
};

const correlate = (x: Ranked, y: Ranked, weights: Float64Array): number => {
  rankValues(x, weights);
  rankValues(y, weights);
  let all = 0;
  for (const weight of weights) all += weight;
  // The mean of mid-ranks is known in advance.
  const mean = all / 2;
  let [xx, yy, xy] = [0, 0, 0];
  for (let n = 0; n < weights.length; n++) {
    const weight = f64(weights, n);
    const [dx, dy] = [f64(x.often, i32(x.places, n)) - mean, f64(y.often, i32(y.places, n)) - mean];
    xx += weight * dx * dx;
    yy += weight * dy * dy;
    xy += weight * dx * dy;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : Number.NaN;
};

/** Spearman's rank correlation with an interval by resampling prompts; null when one variable is constant. */
export const rankCorrelation = ({ x, y, prompt }: Points, { seed, resamples }: BoardOptions): Interval | null => {
  const slots = placesOf(Float64Array.from(prompt));
  const [left, right] = [prepare(x), prepare(y)];
  const weights = new Float64Array(x.length).fill(1);
  const value = correlate(left, right, weights);
  const draws = drawResamples(slots.distinct.length, resamples, seed);
  const samples = Float64Array.from({ length: resamples }, (_, n) => {
    const times = timesOf(draws, n);
    for (let at = 0; at < weights.length; at++) weights[at] = times[i32(slots.places, at)] as number;
    return correlate(left, right, weights);
  });
  const interval = intervalOf(value, samples, slots.distinct.length);
  return interval && { value, low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
};
