import type { Interval } from "../board/board-result.ts";
import type { ResampleOptions } from "../math/alpha.ts";
import { intervalOf } from "../math/intervals.ts";
import { f64, sum } from "../math/numbers.ts";
import { seededRandom } from "../math/random.ts";

/** Limits the cost for many items, which need fewer resamples. */
const MOST_STEPS = 4e6;
const FEWEST_RESAMPLES = 200;

/** The bootstrap of one figure: an interval by resampling items; null for a single item or an undefined figure. */
export const bootstrapItems = (
  items: number,
  { seed, resamples }: ResampleOptions,
  figure: (times: Uint16Array) => number,
): Interval | null => {
  if (items < 2) return null;
  const times = new Uint16Array(items).fill(1);
  const value = figure(times);
  const random = seededRandom(seed);
  const rounds = Math.min(resamples, Math.max(FEWEST_RESAMPLES, Math.floor(MOST_STEPS / items)));
  const samples = Float64Array.from({ length: rounds }, () => {
    times.fill(0);
    for (let draw = 0; draw < items; draw++) {
      const item = random.below(items);
      times[item] = (times[item] as number) + 1;
    }
    return figure(times);
  });
  return intervalOf(value, samples, items);
};

/** Similarities from 0 to 1 of pairs of answers, summed for each item. */
export interface ItemSimilarities {
  readonly total: Float64Array;
  /** How many pairs of answers each item has. */
  readonly pairs: Float64Array;
}

/** Mean similarity of two answers about one item; percent agreement, when the similarity is 1 or 0. */
export const meanAgreement = ({ total, pairs }: ItemSimilarities, options: ResampleOptions): Interval => {
  const value = sum(total) / sum(pairs);
  const interval = bootstrapItems(total.length, options, (times) => {
    let [similar, all] = [0, 0];
    for (let item = 0; item < times.length; item++) {
      const often = times[item] as number;
      similar += often * f64(total, item);
      all += often * f64(pairs, item);
    }
    return similar / all;
  });
  // A similarity is never below 0 nor above 1.
  return { value, low: Math.max(0, interval?.low ?? value), high: Math.min(1, interval?.high ?? value) };
};
