import { i32 } from "../math/numbers.ts";
import { drawResamples } from "../math/resamples.ts";
import { sampleStrengths } from "../math/sample-strengths.ts";
import type { PairCounts, Slots } from "../pairs/count-pairs.ts";
import type { RatingCounts } from "../pairs/count-ratings.ts";
import { findConnections } from "../pairs/graph.ts";
import { addUp, effectivePrompts, restrictTo } from "../pairs/pair-totals.ts";
import { ratingsOfSlots, votesOfSlots } from "../pairs/take-slots.ts";
import type { BoardInput } from "./board-input.ts";
import type { BoardOptions, BoardResult, Figure, Interval } from "./board-result.ts";
import { eloInterval, toElo } from "./choice-axis.ts";
import type { Sampled } from "./compare-entries.ts";
import { sampleMeans } from "./ratings-axis.ts";
import { scoresOf } from "./standing.ts";

/** Enough for an interval that is shown without decimals; a leaderboard may have many categories. */
const MOST_RESAMPLES = 200;

interface Scored {
  readonly scores: readonly Figure[];
  readonly intervals: readonly (Interval | null)[];
}

const figuresOf = ({ point }: Sampled): Figure[] => Array.from(point, (value) => (Number.isNaN(value) ? null : value));

/** Strengths of the largest strongly connected component; null for the rest. */
const scoreVotes = (counts: PairCounts, hasTies: boolean, options: BoardOptions): Scored => {
  const { entries, first, second, slots } = counts;
  const { score, total } = addUp(counts, null);
  const [members = []] = findConnections({ entries, first, second, score, total }).circles;
  const scores: Figure[] = Array.from({ length: entries }, () => null);
  const intervals: (Interval | null)[] = Array.from({ length: entries }, () => null);
  if (members.length < 2) return { scores, intervals };
  const own = restrictTo(counts, members);
  const resamples = drawResamples(slots, options.resamples, options.seed);
  const { point, samples } = sampleStrengths(own, resamples, { hasTies, hasSide: false });
  const found = scoresOf({ point, samples, prompts: effectivePrompts(own).entry });
  for (const [place, member] of members.entries()) {
    scores[member] = toElo(point[place] as number);
    intervals[member] = eloInterval(found[place]);
  }
  return { scores, intervals };
};

const scoreRatings = (counts: RatingCounts, options: BoardOptions): Scored => {
  const sampled = sampleMeans(counts, drawResamples(counts.slots, options.resamples, options.seed));
  return { scores: figuresOf(sampled), intervals: scoresOf(sampled) };
};

export type MainCounts =
  | { readonly kind: "votes"; readonly counts: PairCounts; readonly hasTies: boolean }
  | { readonly kind: "ratings"; readonly counts: RatingCounts };

/** The scores of the main axis from the prompts of each category alone; intervals by resampling those prompts. */
export const scoreCategories = (
  { category, categories }: BoardInput,
  { prompts }: Slots,
  main: MainCounts,
  { seed, resamples }: BoardOptions,
): BoardResult["categories"] => {
  const options = { seed, resamples: Math.min(resamples, MOST_RESAMPLES) };
  return categories.map((name, which) => {
    const slots = prompts.map((_, slot) => slot).filter((slot) => i32(category, i32(prompts, slot)) === which);
    const scored =
      main.kind === "votes"
        ? scoreVotes(votesOfSlots(main.counts, slots), main.hasTies, options)
        : scoreRatings(ratingsOfSlots(main.counts, slots), options);
    return { category: name, prompts: category.filter((own) => own === which).length, ...scored };
  });
};
