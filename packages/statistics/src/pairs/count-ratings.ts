import type { Aggregation, RatingColumns } from "../board/board-input.ts";
import { addTo, f64, i32 } from "../math/numbers.ts";
import { type Slots, startsOf } from "./count-pairs.ts";

/** Sums by slot and entry; in every resample a mean is their ratio. */
export interface RatingCounts {
  readonly entries: number;
  readonly slots: number;
  readonly start: Int32Array;
  readonly entry: Int32Array;
  readonly above: Float64Array;
  readonly below: Float64Array;
  /** Number of answers. */
  readonly answers: Float64Array;
  /** Standard deviation of single values, over all entries. */
  readonly spread: number;
}

export interface RatingWeighing {
  readonly entries: number;
  readonly promptWeight: Float64Array;
  readonly aggregation: Aggregation;
}

/** All answers about one clip. */
interface Clip {
  readonly prompt: number;
  readonly entry: number;
  readonly sum: number;
  readonly answers: number;
}

/** Expects sorted rows. */
function* clipsOf(ratings: RatingColumns, part: number): Generator<Clip> {
  let [prompt, entry, sample, sum, answers] = [-1, -1, -1, 0, 0];
  for (let row = 0; row < ratings.prompt.length; row++) {
    if (i32(ratings.part, row) !== part) continue;
    const isSame =
      i32(ratings.prompt, row) === prompt && i32(ratings.entry, row) === entry && i32(ratings.sample, row) === sample;
    if (!isSame) {
      if (answers > 0) yield { prompt, entry, sum, answers };
      prompt = i32(ratings.prompt, row);
      entry = i32(ratings.entry, row);
      sample = i32(ratings.sample, row);
      [sum, answers] = [0, 0];
    }
    sum += f64(ratings.value, row) * i32(ratings.count, row);
    answers += i32(ratings.count, row);
  }
  if (answers > 0) yield { prompt, entry, sum, answers };
}

const spreadOf = (pairs: Iterable<readonly [value: number, weight: number]>): number => {
  let [weights, mean, squares] = [0, 0, 0];
  for (const [value, weight] of pairs) {
    weights += weight;
    const off = value - mean;
    mean += (off * weight) / weights;
    squares += weight * off * (value - mean);
  }
  return weights > 0 ? Math.sqrt(squares / weights) : 0;
};

function* singleValues(ratings: RatingColumns, part: number, aggregation: Aggregation): Generator<[number, number]> {
  if (aggregation === "Average") {
    for (const { sum, answers } of clipsOf(ratings, part)) yield [sum / answers, 1];
    return;
  }
  for (let row = 0; row < ratings.prompt.length; row++) {
    if (i32(ratings.part, row) === part) yield [f64(ratings.value, row), i32(ratings.count, row)];
  }
}

/** `all`: every answer is a value. `average`: every clip is one value, so that each prompt has the same weight. */
export const countRatings = (
  ratings: RatingColumns,
  part: number,
  slots: Slots,
  { entries, promptWeight, aggregation }: RatingWeighing,
): RatingCounts => {
  const most = ratings.prompt.length;
  const [entry, cellSlot] = [new Int32Array(most), new Int32Array(most)];
  const [above, below, answered] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  let cells = 0;
  for (const { prompt, entry: which, sum, answers } of clipsOf(ratings, part)) {
    const slot = i32(slots.slotOf, prompt);
    if (cells === 0 || i32(cellSlot, cells - 1) !== slot || i32(entry, cells - 1) !== which) {
      cellSlot[cells] = slot;
      entry[cells] = which;
      cells += 1;
    }
    const factor = f64(promptWeight, prompt) / (aggregation === "Average" ? answers : 1);
    addTo(above, cells - 1, factor * sum);
    addTo(below, cells - 1, factor * answers);
    addTo(answered, cells - 1, answers);
  }
  return {
    entries,
    slots: slots.prompts.length,
    start: startsOf(cellSlot.subarray(0, cells), slots.prompts.length),
    entry: entry.slice(0, cells),
    above: above.slice(0, cells),
    below: below.slice(0, cells),
    answers: answered.slice(0, cells),
    spread: spreadOf(singleValues(ratings, part, aggregation)),
  };
};
