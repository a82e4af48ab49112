import type { AgreementRows } from "../math/alpha.ts";
import { addTo, f64, i32 } from "../math/numbers.ts";
import type { PairCounts, Slots } from "../pairs/count-pairs.ts";
import type { RatingCounts } from "../pairs/count-ratings.ts";
import type { PromptResult } from "./board-result.ts";

interface ByPrompt {
  readonly votes: Float64Array;
  /** NaN when no item was answered twice, or when the leaderboard shows no difference. */
  readonly disagreement: Float64Array;
  readonly upset: Float64Array;
}

const rangeOf = (distinct: Float64Array): number =>
  distinct.length === 0 ? 0 : f64(distinct, distinct.length - 1) - f64(distinct, 0);

/** Mean distance between two answers about the same item, scaled to 0…1. */
const disagreementOf = (
  { unit, place, count, distinct, prompt }: AgreementRows,
  { prompts, slotOf }: Slots,
  isNominal: boolean,
): Float64Array => {
  const [apart, pairs] = [new Float64Array(prompts.length), new Float64Array(prompts.length)];
  const range = rangeOf(distinct);
  for (let begin = 0; begin < unit.length; ) {
    let [end, answers] = [begin, 0];
    while (end < unit.length && i32(unit, end) === i32(unit, begin)) answers += f64(count, end++);
    const slot = i32(slotOf, i32(prompt, i32(unit, begin)));
    addTo(pairs, slot, answers * (answers - 1));
    for (let one = begin; one < end; one++) {
      for (let other = begin; other < one; other++) {
        const distance = f64(distinct, i32(place, one)) - f64(distinct, i32(place, other));
        addTo(apart, slot, 2 * f64(count, one) * f64(count, other) * (isNominal ? 1 : Math.abs(distance) / range));
      }
    }
    begin = end;
  }
  return apart.map((value, slot) => value / f64(pairs, slot));
};

/** Positive when the weaker entry won; grows with the difference in strength. */
const upsetOfVotes = (counts: PairCounts, strengths: Float64Array): Float64Array => {
  const result = new Float64Array(counts.slots).fill(Number.NaN);
  for (let slot = 0; slot < counts.slots; slot++) {
    let [against, all] = [0, 0];
    for (let cell = i32(counts.start, slot); cell < i32(counts.start, slot + 1); cell++) {
      const pair = i32(counts.pair, cell);
      const lead = f64(strengths, i32(counts.first, pair)) - f64(strengths, i32(counts.second, pair));
      const total = f64(counts.totalLeft, cell) + f64(counts.totalRight, cell);
      if (Number.isNaN(lead)) continue;
      const surplus = 2 * (f64(counts.scoreLeft, cell) + f64(counts.scoreRight, cell)) - total;
      against -= surplus * Math.tanh(lead / 2);
      all += total;
    }
    if (all > 0) result[slot] = against / all;
  }
  return result;
};

/** How much better the weaker entry of a pair was rated, as a share of the range, over all pairs of the prompt. */
const upsetOfRatings = (counts: RatingCounts, means: Float64Array, range: number): Float64Array => {
  const result = new Float64Array(counts.slots).fill(Number.NaN);
  const own = counts.above.map((value, cell) => value / f64(counts.below, cell));
  for (let slot = 0; slot < counts.slots && range > 0; slot++) {
    let [against, pairs] = [0, 0];
    const end = i32(counts.start, slot + 1);
    for (let one = i32(counts.start, slot); one < end; one++) {
      for (let other = one + 1; other < end; other++) {
        const lead = f64(means, i32(counts.entry, one)) - f64(means, i32(counts.entry, other));
        against -= (Math.sign(lead) * (f64(own, one) - f64(own, other))) / range;
        pairs += lead === 0 ? 0 : 1;
      }
    }
    if (pairs > 0) result[slot] = against / pairs;
  }
  return result;
};

const sumBySlot = (
  counts: { readonly slots: number; readonly start: Int32Array },
  column: Float64Array,
): Float64Array => {
  const result = new Float64Array(counts.slots);
  for (let slot = 0; slot < counts.slots; slot++) {
    for (let cell = i32(counts.start, slot); cell < i32(counts.start, slot + 1); cell++) {
      addTo(result, slot, f64(column, cell));
    }
  }
  return result;
};

export const judgeVotedPrompts = (
  counts: PairCounts,
  strengths: Float64Array,
  agreement: AgreementRows,
  slots: Slots,
): ByPrompt => ({
  votes: sumBySlot(counts, counts.votes),
  disagreement: disagreementOf(agreement, slots, true),
  upset: upsetOfVotes(counts, strengths),
});

export const judgeRatedPrompts = (
  counts: RatingCounts,
  means: Float64Array,
  agreement: AgreementRows,
  slots: Slots,
): ByPrompt => ({
  votes: sumBySlot(counts, counts.answers),
  disagreement: disagreementOf(agreement, slots, false),
  upset: upsetOfRatings(counts, means, rangeOf(agreement.distinct)),
});

export const listPrompts = ({ prompts }: Slots, { votes, disagreement, upset }: ByPrompt): PromptResult[] => {
  const figure = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return Array.from(prompts, (prompt, slot) => ({
    prompt,
    votes: f64(votes, slot),
    disagreement: figure(f64(disagreement, slot)),
    upset: figure(f64(upset, slot)),
  })).filter(({ votes: said }) => said > 0);
};
