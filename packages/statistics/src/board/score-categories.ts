import { createFit } from "../math/fit-strengths.ts";
import { f64, i32, sum } from "../math/numbers.ts";
import type { PairCounts, Slots } from "../pairs/count-pairs.ts";
import type { RatingCounts } from "../pairs/count-ratings.ts";
import { findConnections } from "../pairs/graph.ts";
import { addUp } from "../pairs/pair-totals.ts";
import type { BoardInput } from "./board-input.ts";
import type { BoardResult, Figure } from "./board-result.ts";
import { toElo } from "./choice-axis.ts";
import { meansOf } from "./ratings-axis.ts";

/** Strengths from the judgements on these slots, for their largest strongly connected component; null for the rest. */
const scoreVotes = (counts: PairCounts, times: Uint16Array, hasTies: boolean): Figure[] => {
  const { entries, first, second } = counts;
  const totals = addUp(counts, times);
  const { circles } = findConnections({ entries, first, second, score: totals.score, total: totals.total });
  const members = new Set(circles[0]);
  const scores: Figure[] = Array.from({ length: entries }, () => null);
  if (members.size < 2) return scores;
  for (let pair = 0; pair < first.length; pair++) {
    if (members.has(i32(first, pair)) && members.has(i32(second, pair))) continue;
    for (const column of [totals.score, totals.total, totals.ties]) column[pair] = 0;
  }
  const fit = createFit({ entries, first, second, side: null, hasTies });
  const params = new Float64Array(fit.size);
  fit.solve({ score: totals.score, total: totals.total, ties: sum(totals.ties) }, params);
  // Entries outside have no judgements here and stay at zero, so the others are centred.
  for (const member of members) scores[member] = toElo(f64(params, member));
  return scores;
};

const scoreRatings = (counts: RatingCounts, times: Uint16Array): Figure[] =>
  Array.from(meansOf(counts, times), (mean) => (Number.isNaN(mean) ? null : mean));

export type MainCounts =
  | { readonly kind: "votes"; readonly counts: PairCounts; readonly hasTies: boolean }
  | { readonly kind: "ratings"; readonly counts: RatingCounts };

export const scoreCategories = (
  { category, categories }: BoardInput,
  { prompts }: Slots,
  main: MainCounts,
): BoardResult["categories"] =>
  categories.map((name, which) => {
    const times = Uint16Array.from(prompts, (prompt) => (i32(category, prompt) === which ? 1 : 0));
    const scores =
      main.kind === "votes" ? scoreVotes(main.counts, times, main.hasTies) : scoreRatings(main.counts, times);
    return { category: name, prompts: category.filter((own) => own === which).length, scores };
  });
