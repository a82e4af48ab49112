import type { VoteColumns } from "@dailies/statistics/board/board-input";
import { boardOfVotes, type ChoiceBoard } from "@dailies/statistics/board/choice-axis";
import { drawResamples } from "@dailies/statistics/math/resamples";
import { countPairs } from "@dailies/statistics/pairs/count-pairs";
import { tallyVotes } from "@dailies/statistics/pairs/tally-votes";

export interface Sizes {
  readonly entries: number;
  readonly prompts: number;
  readonly seed: number;
  readonly resamples: number;
}

/** The product's leaderboard of judgements, without the parts derived from it. */
export const boardOf = (votes: VoteColumns, { entries, prompts, seed, resamples }: Sizes): ChoiceBoard => {
  const all = Int32Array.from({ length: prompts }, (_, prompt) => prompt);
  const promptWeight = new Float64Array(prompts).fill(1);
  const counts = countPairs(votes, { prompts: all, slotOf: all }, { entries, promptWeight, aggregation: "All" });
  const axis = { kind: "choice", key: "choice", direction: "higher", weight: 1, votes } as const;
  return boardOfVotes(
    { axis, counts, tallies: tallyVotes(votes, counts), baseline: null, hasSide: false },
    drawResamples(prompts, resamples, seed),
  );
};

/** The same with every judgement resampled individually, as if prompts did not matter. */
export const naiveBoardOf = (votes: VoteColumns, sizes: Omit<Sizes, "prompts">): ChoiceBoard =>
  boardOf({ ...votes, prompt: votes.prompt.map((_, row) => row) }, { ...sizes, prompts: votes.prompt.length });
