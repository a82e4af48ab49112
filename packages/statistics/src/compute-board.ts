import { rowsOfRatings, rowsOfVotes } from "./board/agreement-rows.ts";
import type { AxisInput, BoardInput, RatingsAxis, VotesAxis } from "./board/board-input.ts";
import { type BoardOptions, type BoardResult, STATISTICS_VERSION } from "./board/board-result.ts";
import { checkInput } from "./board/check-input.ts";
import { boardOfVotes, type ChoiceBoard } from "./board/choice-axis.ts";
import { describeChoice, describeRatings, type MainPart } from "./board/main-axis.ts";
import { boardOfRatings, type RatingBoard } from "./board/ratings-axis.ts";
import { sortRatings } from "./board/sort-rows.ts";
import { boardOfTotal, type WeighedAxis } from "./board/total-axis.ts";
import { type AgreementRows, alphaOf } from "./math/alpha.ts";
import { RIDGE } from "./math/fit-strengths.ts";
import { f64, i32 } from "./math/numbers.ts";
import { drawResamples, type Resamples } from "./math/resamples.ts";
import { roundAll } from "./math/round.ts";
import { countPairs, type PairCounts, type Slots } from "./pairs/count-pairs.ts";
import { countRatings } from "./pairs/count-ratings.ts";
import { tallyVotes } from "./pairs/tally-votes.ts";

/** Spread of single comparisons on the strength scale: the standard deviation of the logistic distribution. */
const LOGISTIC_SPREAD = Math.PI / Math.sqrt(3);

const findSlots = ({ prompts, axes }: BoardInput): Slots => {
  const slotOf = new Int32Array(prompts).fill(-1);
  for (const axis of axes) {
    for (const prompt of axis.kind === "choice" ? axis.votes.prompt : axis.ratings.prompt) slotOf[prompt] = 0;
  }
  const judged = slotOf.map((_, prompt) => prompt).filter((prompt) => i32(slotOf, prompt) === 0);
  for (const [slot, prompt] of judged.entries()) slotOf[prompt] = slot;
  return { prompts: judged, slotOf };
};

interface Work {
  readonly input: BoardInput;
  readonly options: BoardOptions;
  readonly slots: Slots;
  readonly resamples: Resamples;
}

/** One axis with everything that the rest of the leaderboard needs from it. */
type Computed =
  | {
      readonly kind: "votes";
      readonly board: ChoiceBoard;
      readonly axis: VotesAxis;
      readonly counts: PairCounts;
      readonly rows: AgreementRows;
    }
  | { readonly kind: "ratings"; readonly board: RatingBoard; readonly axis: RatingsAxis; readonly rows: AgreementRows };

const computeVotes = (axis: VotesAxis, { input, options, slots, resamples }: Work): Computed => {
  const counts = countPairs(axis.votes, slots, input);
  const hasSide = axis === input.axes[0];
  const behind = { axis, counts, tallies: tallyVotes(axis.votes, counts), baseline: input.baseline, hasSide };
  const board = boardOfVotes(behind, resamples);
  const rows = rowsOfVotes(axis.votes);
  const result = { ...board.result, alpha: alphaOf([rows], "nominal", options) };
  return { kind: "votes", board: { ...board, result }, axis, counts, rows };
};

const computeRatings = (axis: RatingsAxis, { input, options, slots, resamples }: Work): Computed => {
  const ratings = sortRatings(axis.ratings);
  const parts = Array.from({ length: Math.max(1, axis.parts.length) }, (_, part) => part);
  const board = boardOfRatings(
    axis,
    parts.map((part) => countRatings(ratings, part, slots, input)),
    { resamples, baseline: input.baseline, entries: input.entries },
  );
  const rows = parts.map((part) => rowsOfRatings(ratings, part));
  const alpha = axis.kind === "text" ? null : alphaOf(rows, axis.level, options);
  const [first] = rows;
  if (first === undefined) throw new RangeError(`${axis.key} has no part`);
  return { kind: "ratings", board: { ...board, result: { ...board.result, alpha } }, axis, rows: first };
};

const computeAxis = (axis: AxisInput, work: Work): Computed =>
  axis.kind === "choice" ? computeVotes(axis, work) : computeRatings(axis, work);

const weighAxis = (computed: Computed): WeighedAxis[] => {
  if (computed.kind === "votes") {
    const { board } = computed;
    const [scale] = board.scales;
    if (!scale) return [];
    return [{ result: board.result, sampled: board.sampled, members: scale.members, spread: LOGISTIC_SPREAD }];
  }
  const { result, sampled, counts } = computed.board;
  if (sampled === null) return [];
  const members = result.entries.filter(({ entry }) => !Number.isNaN(f64(sampled.point, entry)));
  return [{ result, sampled, members: members.map(({ entry }) => entry), spread: counts.spread }];
};

const describeMain = (main: Computed | undefined, work: Work): MainPart => {
  if (main === undefined) {
    return { needed: [], fragility: null, position: null, categories: [], prompts: [], tieShare: null, model: "mean" };
  }
  return main.kind === "votes" ? describeChoice(main, work) : describeRatings(main, work);
};

const agreeWithSelf = ({ first, second }: BoardInput["repeats"]): BoardResult["selfAgreement"] =>
  first.length === 0 ? null : { same: first.filter((code, row) => code === i32(second, row)).length, of: first.length };

/** Computes the leaderboard from all judgements. The same input and seed give a byte-identical result, in any row order. */
export const computeBoard = (input: BoardInput, options: BoardOptions): BoardResult => {
  checkInput(input);
  const slots = findSlots(input);
  const resamples = drawResamples(slots.prompts.length, options.resamples, options.seed);
  const work: Work = { input, options, slots, resamples };
  const computed = input.axes.map((axis) => computeAxis(axis, work));
  const { tieShare, model, ...main } = describeMain(computed[0], work);
  const axes = computed.map(({ board }) => board.result);
  return roundAll<BoardResult>({
    version: STATISTICS_VERSION,
    seed: options.seed,
    resamples: options.resamples,
    aggregation: input.aggregation,
    axes,
    total: boardOfTotal(computed.flatMap(weighAxis), { resamples: options.resamples, baseline: input.baseline }),
    ...main,
    selfAgreement: agreeWithSelf(input.repeats),
    raters: input.raters,
    method: { model, ridge: RIDGE, tieShare, votes: axes[0]?.votes ?? 0, prompts: slots.prompts.length },
  });
};
