import type { Interval } from "../board/board-result.ts";
import type { ResampleOptions } from "../math/alpha.ts";
import { addTo, f64, i32 } from "../math/numbers.ts";
import { bootstrapItems } from "./mean-agreement.ts";

/** What two people answered about the same items: numbers of categories, from zero. */
export interface PairedAnswers {
  readonly one: Int32Array;
  readonly other: Int32Array;
  readonly categories: number;
}

/** NaN when both gave the same single answer to everything: no agreement could be expected by chance alone. */
const kappaOf = ({ one, other, categories }: PairedAnswers, times: Uint16Array | null): number => {
  const [ones, others] = [new Float64Array(categories), new Float64Array(categories)];
  let [all, same] = [0, 0];
  for (let item = 0; item < one.length; item++) {
    const often = times === null ? 1 : (times[item] as number);
    all += often;
    if (i32(one, item) === i32(other, item)) same += often;
    addTo(ones, i32(one, item), often);
    addTo(others, i32(other, item), often);
  }
  let chance = 0;
  for (let category = 0; category < categories; category++) chance += f64(ones, category) * f64(others, category);
  const [observed, expected] = [same / all, chance / all ** 2];
  return expected < 1 ? (observed - expected) / (1 - expected) : Number.NaN;
};

/** Cohen's kappa of two people, with an interval by resampling items; null where it is undefined. */
export const cohenKappa = (answers: PairedAnswers, options: ResampleOptions): Interval | null => {
  const value = kappaOf(answers, null);
  if (Number.isNaN(value)) return null;
  const interval = bootstrapItems(answers.one.length, options, (times) => kappaOf(answers, times));
  return { value, low: interval?.low ?? value, high: Math.min(1, interval?.high ?? value) };
};
