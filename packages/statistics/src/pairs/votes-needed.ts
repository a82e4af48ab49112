import type { Direction } from "../board/board-input.ts";
import type { Interval, Needed } from "../board/board-result.ts";
import { ELO, type Scale } from "../board/choice-axis.ts";
import type { Comparison } from "../board/compare-entries.ts";
import { isAhead } from "../board/ranks.ts";
import type { Standing } from "../board/standing.ts";
import { createFit, type Expectation, expectVote } from "../math/fit-strengths.ts";
import { solveWith } from "../math/linear.ts";
import { addTo, f64, i32, sum } from "../math/numbers.ts";
import { addUp, effectivePrompts } from "./pair-totals.ts";

/** More judgements than anyone would collect. */
const MOST_VOTES = 10_000_000;

/** How an estimated difference changes with the weight of one judgement. */
interface Influence {
  /** By entry: the change per half point, relative to the average. */
  readonly pull: Float64Array;
  readonly tiePull: number;
  readonly tie: number;
}

type InfluenceOn = (one: number, other: number) => Influence;

/** Takes the indexes of two entries in the scale; the information matrix is shared by all pairs. */
const createInfluence = ({ counts, strengths }: Scale): InfluenceOn => {
  const hasTies = strengths.tie !== null;
  const { size, information } = createFit({ ...counts, side: null, hasTies });
  const totals = addUp(counts, null);
  const params = new Float64Array(size);
  params.set(strengths.point);
  if (strengths.tie !== null) params[size - 1] = strengths.tie;
  const factor = information({ score: totals.score, total: totals.total, ties: sum(totals.ties) }, params);
  return (one, other) => {
    const pull = new Float64Array(size);
    pull[one] = 1;
    pull[other] = -1;
    solveWith(factor, size, pull);
    return {
      pull: pull.subarray(0, counts.entries),
      tiePull: hasTies ? f64(pull, size - 1) : 0,
      tie: strengths.tie === null ? 0 : Math.exp(strengths.tie),
    };
  };
};

/** Components of the variance of one difference. */
interface Parts {
  /** If all judgements were independent. */
  readonly ofVotes: number;
  /** Effect of prompt-entry interaction per logit: in total, and the part from each judgement with itself. */
  readonly everything: number;
  readonly own: number;
}

const takeApart = ({ counts, strengths }: Scale, { pull, tiePull, tie }: Influence): Parts => {
  const expected: Expectation = { half: 0, halfVariance: 0, tie: 0 };
  const here = new Float64Array(counts.entries);
  let [ofVotes, everything, own] = [0, 0, 0];
  for (let slot = 0; slot < counts.slots; slot++) {
    here.fill(0);
    for (let cell = i32(counts.start, slot); cell < i32(counts.start, slot + 1); cell++) {
      const pair = i32(counts.pair, cell);
      const [one, other] = [i32(counts.first, pair), i32(counts.second, pair)];
      const total = f64(counts.totalLeft, cell) + f64(counts.totalRight, cell);
      if (total === 0) continue;
      const score = f64(counts.scoreLeft, cell) + f64(counts.scoreRight, cell);
      const ties = f64(counts.ties, cell);
      const wins = score - ties / 2;
      expectVote(f64(strengths.point, one) - f64(strengths.point, other), tie, expected);
      const lever = f64(pull, one) - f64(pull, other);
      const move = (half: number, isTie: number): number =>
        lever * (half - expected.half) + tiePull * (isTie - expected.tie);
      // With weights below one, the squared weights are smaller still.
      const size = total / f64(counts.votes, cell);
      ofVotes +=
        size * (wins * move(0.5, 0) ** 2 + ties * move(0, 1) ** 2 + (total - wins - ties) * move(-0.5, 0) ** 2);
      const slope = lever * expected.halfVariance;
      own += 2 * size * total * slope ** 2;
      addTo(here, one, total * slope);
      addTo(here, other, -total * slope);
    }
    for (const value of here) everything += value ** 2;
  }
  return { ofVotes, everything, own };
};

/** The variance of a difference over a sample of prompts, without the bias of resampling n of n. */
const varianceOf = ({ deviation }: Comparison, prompts: number): number =>
  (deviation ** 2 * prompts) / Math.max(1, prompts - 1);

interface About {
  readonly scale: Scale;
  readonly influenceOn: InfluenceOn;
  readonly prompts: number;
}

const partsOf = ({ scale, influenceOn }: About, { one, other }: Comparison): Parts =>
  takeApart(scale, influenceOn(scale.members.indexOf(one), scale.members.indexOf(other)));

/** Enough pairs to estimate the prompt effect; more would only cost time. */
const MOST_PAIRS = 40;

/**
 * Judgements about one prompt are correlated, because a prompt suits some entries better than others. More judgements on the
 * same prompts do not reduce this shared variance. It is estimated over all pairs as the total variance minus that of single
 * judgements. It may be negative by chance and is not clipped, as clipping would bias every result upwards.
 */
const promptSpreadOf = (about: About): number => {
  const pairs = about.scale.comparisons;
  const every = Math.ceil(pairs.length / MOST_PAIRS);
  let [left, shown] = [0, 0];
  for (const pair of pairs.filter((_, place) => place % every === 0)) {
    const { ofVotes, everything, own } = partsOf(about, pair);
    left += varianceOf(pair, about.prompts) - ofVotes;
    shown += everything - own;
  }
  return shown > 0 ? left / shown : 0;
};

export interface VotesSoFar {
  readonly votes: number;
  readonly judgedPrompts: number;
  readonly prompts: number;
}

/**
 * The factor on all judgements that shrinks the variance to `share`: first by new prompts, then by more judgements per
 * prompt.
 */
const solveFactor = (share: number, sharedPart: number, mostPrompts: number): number | null => {
  if (1 / share <= mostPrompts) return 1 / share;
  const left = share - sharedPart / mostPrompts;
  return left > 0 ? (1 - sharedPart) / left : null;
};

/** May be negative by chance, but not so far that one judgement would count as several. */
const LEAST_SHARED = -0.5;

interface Precision {
  /** The difference in logits that the judgements at hand can tell. */
  readonly resolution: number;
  /** Further judgements to tell a difference in logits; null when more judgements on these prompts would not. */
  readonly votesFor: (apart: number) => number | null;
  /** The same if every further judgement were about a new prompt. */
  readonly votesWithPrompts: (apart: number) => number;
}

const precisionOf = (
  about: About,
  spread: number,
  comparison: Comparison,
  { scores, soFar }: { readonly scores: readonly (Interval | null)[]; readonly soFar: VotesSoFar },
): Precision | null => {
  const { one, other, deviation, critical } = comparison;
  const [x, y] = [scores[one], scores[other]];
  if (!x || !y || deviation === 0) return null;
  const [upper, lower] = x.value > y.value ? [x, y] : [y, x];
  const resolution = Math.max(critical * deviation, upper.value - upper.low + (lower.high - lower.value));
  if (!Number.isFinite(resolution)) return null;
  const shared = (spread * partsOf(about, comparison).everything) / varianceOf(comparison, about.prompts);
  const sharedPart = Math.min(1, Math.max(LEAST_SHARED, shared));
  const mostPrompts = Math.max(1, soFar.prompts / soFar.judgedPrompts);
  const shareOf = (apart: number): number => (apart / resolution) ** 2;
  const toVotes = (factor: number): number => Math.max(0, Math.ceil((factor - 1) * soFar.votes));
  return {
    resolution,
    votesFor: (apart) => {
      const factor = solveFactor(shareOf(apart), sharedPart, mostPrompts);
      const votes = factor === null ? Number.POSITIVE_INFINITY : toVotes(factor);
      return votes <= MOST_VOTES ? votes : null;
    },
    votesWithPrompts: (apart) => Math.min(MOST_VOTES, toVotes(1 / shareOf(apart))),
  };
};

/** The stated difference, in points: it wins 57 % of comparisons. */
const TOLD_POINTS = 50;

/** Beyond this many points the resamples hit the ridge and say nothing about how the interval would shrink. */
const UNRELIABLE_POINTS = 200;

/** With fewer prompts, judgements on the same ones say little about others. */
const FEW_PROMPTS = 10;

/** Independent judgements, spread evenly over all pairs, that tell the stated difference between two of the entries. */
const evenVotes = (entries: number): number => Math.ceil(4 * (entries - 1) * ((1.96 * ELO) / TOLD_POINTS) ** 2);

const toTell = (precision: Precision | null, soFar: VotesSoFar, entries: number): Needed["tell"] => {
  const points = TOLD_POINTS;
  const fewest = evenVotes(entries);
  const isScarce = soFar.votes < fewest;
  if (!precision || (isScarce && ELO * precision.resolution > UNRELIABLE_POINTS)) {
    const votes = Math.max(0, fewest - soFar.votes);
    return { points, votes, needsPrompts: votes > 0 && soFar.prompts < FEW_PROMPTS };
  }
  const votes = precision.votesFor(TOLD_POINTS / ELO);
  if (votes !== null) return { points, votes, needsPrompts: false };
  return { points, votes: precision.votesWithPrompts(TOLD_POINTS / ELO), needsPrompts: true };
};

type Separation = Omit<Needed, "a" | "b">;

/**
 * How many more judgements, distributed as before, would separate two entries if their difference stayed the same; null when
 * more judgements on these prompts would not. A median: half of such leaderboards need more. Also what difference could be
 * told now, and how many judgements would tell the stated one.
 */
export const separateBy = (scale: Scale, { scores }: Standing, soFar: VotesSoFar) => {
  const about = { scale, influenceOn: createInfluence(scale), prompts: effectivePrompts(scale.counts).all };
  const spread = promptSpreadOf(about);
  return (a: number, b: number): Separation => {
    const pair = scale.comparisons.find(({ one, other }) => (one === a && other === b) || (one === b && other === a));
    const precision = pair ? precisionOf(about, spread, pair, { scores, soFar }) : null;
    const votes = pair && precision ? precision.votesFor(Math.abs(pair.difference)) : null;
    return {
      votes: votes === null ? null : Math.max(1, votes),
      resolution: precision && ELO * precision.resolution,
      tell: toTell(precision, soFar, scale.members.length),
    };
  };
};

/** For neighbours that share a rank. */
export const votesNeeded = (scale: Scale, standing: Standing, soFar: VotesSoFar, direction: Direction): Needed[] => {
  const { scores, ahead } = standing;
  const sign = direction === "lower" ? -1 : 1;
  const order = scale.members
    .filter((member) => scores[member])
    .sort((one, other) => sign * ((scores[other]?.value ?? 0) - (scores[one]?.value ?? 0)) || one - other);
  const separationOf = separateBy(scale, standing, soFar);
  return order.slice(0, -1).flatMap((a, place) => {
    const b = order[place + 1];
    return b === undefined || isAhead(ahead, a, b) ? [] : [{ a, b, ...separationOf(a, b) }];
  });
};
