import type { AgreementRows } from "../math/alpha.ts";
import { intervalOf } from "../math/intervals.ts";
import { countPairs, type PairCounts, type Slots } from "../pairs/count-pairs.ts";
import { fragilityOf } from "../pairs/fragility.ts";
import { effectivePrompts, restrictTo } from "../pairs/pair-totals.ts";
import { votesNeeded } from "../pairs/votes-needed.ts";
import type { BoardInput, VotesAxis } from "./board-input.ts";
import type { BoardOptions, BoardResult, Figure, Interval, Model } from "./board-result.ts";
import type { ChoiceBoard } from "./choice-axis.ts";
import { judgeRatedPrompts, judgeVotedPrompts, listPrompts } from "./judge-prompts.ts";
import { meansOf, type RatingBoard } from "./ratings-axis.ts";
import { scoreCategories } from "./score-categories.ts";

/** The parts of the leaderboard that come from its first axis. */
export interface MainPart extends Pick<BoardResult, "needed" | "fragility" | "position" | "categories" | "prompts"> {
  readonly tieShare: Figure;
  readonly model: Model;
}

interface Around {
  readonly input: BoardInput;
  readonly options: BoardOptions;
  readonly slots: Slots;
}

export interface ChoiceMain {
  readonly board: ChoiceBoard;
  readonly axis: VotesAxis;
  readonly counts: PairCounts;
  readonly rows: AgreementRows;
}

const positionOf = ({ board }: ChoiceMain): Interval | null => {
  const [scale] = board.scales;
  const side = scale?.strengths.side;
  return scale && side ? intervalOf(side.point, side.samples, effectivePrompts(scale.counts).all) : null;
};

const isOne = (weight: number): boolean => weight === 1;

/** Counts unweighted judgements, because a removal always removes a whole judgement. */
const countWhole = ({ axis, counts }: ChoiceMain, { input, slots }: Around): PairCounts => {
  const isWhole = input.aggregation === "All" && axis.votes.weight.every(isOne) && input.promptWeight.every(isOne);
  if (isWhole) return counts;
  const votes = { ...axis.votes, weight: new Float64Array(axis.votes.weight.length).fill(1) };
  const promptWeight = new Float64Array(input.prompts).fill(1);
  return countPairs(votes, slots, { entries: input.entries, promptWeight, aggregation: "All" });
};

const fragilityOfVotes = (main: ChoiceMain, around: Around): BoardResult["fragility"] => {
  const [group = []] = main.board.result.groups;
  return fragilityOf(restrictTo(countWhole(main, around), group), main.board.hasTies);
};

export const describeChoice = (main: ChoiceMain, around: Around): MainPart => {
  const { board, axis, counts, rows } = main;
  const { input, slots, options } = around;
  const [scale] = board.scales;
  const { votes, prompts: judgedPrompts } = board.result;
  return {
    needed: scale
      ? votesNeeded(scale, board.standing, { votes, judgedPrompts, prompts: input.prompts }, axis.direction)
      : [],
    fragility: fragilityOfVotes(main, around),
    position: positionOf(main),
    categories: scoreCategories(input, slots, { kind: "votes", counts, hasTies: board.hasTies }, options),
    prompts: listPrompts(slots, judgeVotedPrompts(counts, board.sampled.point, rows, slots)),
    tieShare: board.tieShare,
    model: board.result.model,
  };
};

export interface RatingsMain {
  readonly board: RatingBoard;
  readonly rows: AgreementRows;
}

export const describeRatings = ({ board, rows }: RatingsMain, { input, slots, options }: Around): MainPart => {
  const hasScore = board.sampled !== null;
  const judged = judgeRatedPrompts(board.counts, meansOf(board.counts, null), rows, slots);
  const silent = judged.votes.map(() => Number.NaN);
  return {
    needed: [],
    fragility: null,
    position: null,
    tieShare: null,
    model: "mean",
    categories: hasScore ? scoreCategories(input, slots, { kind: "ratings", counts: board.counts }, options) : [],
    prompts: listPrompts(slots, hasScore ? judged : { ...judged, disagreement: silent, upset: silent }),
  };
};
