import { isOpen } from "../math/intervals.ts";
import { f64, i32 } from "../math/numbers.ts";
import type { Resamples } from "../math/resamples.ts";
import { type Strengths, sampleStrengths } from "../math/sample-strengths.ts";
import type { PairCounts } from "../pairs/count-pairs.ts";
import { type Connections, findConnections } from "../pairs/graph.ts";
import { addUp, effectivePrompts, restrictTo, tieShareOf } from "../pairs/pair-totals.ts";
import type { VoteTallies } from "../pairs/tally-votes.ts";
import type { VotesAxis } from "./board-input.ts";
import type { AxisResult, EntryResult, Figure, Interval, Model } from "./board-result.ts";
import { addOneSided, carriedOf, scalesOf } from "./carried.ts";
import type { Comparison, Sampled } from "./compare-entries.ts";
import { listRanked, rankOf } from "./ranks.ts";
import { deltasOf, type Standing, standingOf } from "./standing.ts";

/** Above this share of ties the model estimates them with a parameter of their own. */
const MANY_TIES = 0.25;

/** Entries whose strengths are on one scale. */
export interface Scale {
  readonly members: readonly number[];
  readonly counts: PairCounts;
  readonly strengths: Strengths;
  readonly comparisons: readonly Comparison[];
}

export interface ChoiceBoard {
  readonly result: AxisResult;
  /** In logits. */
  readonly sampled: Sampled;
  readonly standing: Standing;
  /** One for each group that has a scale, the largest first. */
  readonly scales: readonly Scale[];
  readonly hasTies: boolean;
  readonly tieShare: Figure;
}

export interface VotesBehind {
  readonly axis: VotesAxis;
  readonly counts: PairCounts;
  readonly tallies: VoteTallies;
  readonly baseline: number | null;
  /** Whether to estimate position bias. */
  readonly hasSide: boolean;
}

export const ELO = 400 / Math.LN10;

export const toElo = (strength: number): number => 1000 + ELO * strength;

export const eloInterval = (score: Interval | null | undefined): Interval | null =>
  score ? { value: toElo(score.value), low: toElo(score.low), high: toElo(score.high) } : null;

const eloDelta = (delta: Interval | null | undefined): Interval | null =>
  delta ? { value: ELO * delta.value, low: ELO * delta.low, high: ELO * delta.high } : null;

const connectionsOf = (counts: PairCounts): Connections => {
  const { score, total } = addUp(counts, null);
  return findConnections({ entries: counts.entries, first: counts.first, second: counts.second, score, total });
};

interface Fitted {
  readonly members: readonly number[];
  readonly counts: PairCounts;
  readonly strengths: Strengths;
}

/** Combines the strengths of all scales into one table over all entries. */
const spread = (fitted: readonly Fitted[], counts: PairCounts, resamples: Resamples): Sampled => {
  const { entries } = counts;
  const point = new Float64Array(entries).fill(Number.NaN);
  const samples = new Float64Array(resamples.count * entries).fill(Number.NaN);
  const prompts = new Float64Array(entries);
  for (const { members, counts: own, strengths } of fitted) {
    const behind = effectivePrompts(own).entry;
    for (const [place, member] of members.entries()) {
      point[member] = f64(strengths.point, place);
      prompts[member] = f64(behind, place);
      for (let n = 0; n < resamples.count; n++) {
        samples[n * entries + member] = f64(strengths.samples, n * members.length + place);
      }
    }
  }
  return { point, samples, prompts };
};

const describeEntries = (
  { axis, counts, tallies, baseline }: VotesBehind,
  connections: Connections,
  { standing, sampled, scales }: { standing: Standing; sampled: Sampled; scales: readonly Fitted[] },
): EntryResult[] => {
  const scaleOf = (entry: number): Fitted | undefined => scales.find(({ members }) => members.includes(entry));
  const deltas = deltasOf(sampled, baseline, (one, other) => scaleOf(one) === scaleOf(other));
  const resamples = sampled.samples.length / Math.max(1, counts.entries);
  const ranked = new Map(
    connections.groups.map((group) => [group, listRanked(standing.ahead, group, standing.scores)] as const),
  );
  const rankIn = (group: readonly number[], entry: number): number | null => {
    const members = ranked.get(group) ?? [];
    return members.includes(entry) ? rankOf(standing.ahead, entry, members) : null;
  };
  return Array.from({ length: counts.entries }, (_, entry) => {
    const group = connections.groups.find((members) => members.includes(entry)) ?? [];
    const inGroup = scales.find(({ members }) => group.includes(members[0] ?? -1));
    const scale = scaleOf(entry);
    const place = scale?.members.indexOf(entry) ?? -1;
    const tally = tallies.tally[entry] ?? { win: 0, tie: 0, loss: 0, bothBad: 0 };
    return {
      entry,
      rank: group.length > 1 && axis.direction !== "none" ? rankIn(group, entry) : null,
      score: eloInterval(standing.scores[entry]),
      delta: eloDelta(deltas[entry]),
      tally,
      votes: tally.win + tally.tie + tally.loss + tally.bothBad,
      prompts: i32(tallies.prompts, entry),
      carried: carriedOf(connections, entry, group, inGroup?.members ?? null),
      isOpenAbove: scale !== undefined && isOpen(i32(scale.strengths.wonAll, place), resamples),
      isOpenBelow: scale !== undefined && isOpen(i32(scale.strengths.lostAll, place), resamples),
    };
  });
};

/** Leaderboard from pairwise judgements; intervals by resampling prompts. */
export const boardOfVotes = (behind: VotesBehind, resamples: Resamples): ChoiceBoard => {
  const { axis, counts, tallies } = behind;
  const connections = connectionsOf(counts);
  const tieShare = tieShareOf(counts);
  const hasTies = tieShare !== null && tieShare > MANY_TIES;
  const fitted = scalesOf(connections)
    .filter((members) => members !== null)
    .map((members) => {
      const own = restrictTo(counts, members);
      return { members, counts: own, strengths: sampleStrengths(own, resamples, { hasTies, hasSide: behind.hasSide }) };
    });
  const sampled = spread(fitted, counts, resamples);
  const standing = standingOf(
    sampled,
    axis.direction,
    fitted.map(({ members }) => members),
  );
  addOneSided({ counts, connections, direction: axis.direction }, standing);
  const model: Model = hasTies ? "davidson" : "bradley_terry";
  const result: AxisResult = {
    key: axis.key,
    kind: "choice",
    direction: axis.direction,
    weight: axis.weight,
    model,
    entries: describeEntries(behind, connections, { standing, sampled, scales: fitted }),
    beats: standing.beats,
    groups: connections.groups,
    alpha: null,
    parts: [],
    votes: tallies.votes,
    prompts: tallies.judgedPrompts,
  };
  const scales = fitted.flatMap((one, which) => {
    const comparisons = standing.comparisons[which];
    return comparisons ? [{ ...one, comparisons }] : [];
  });
  return { result, sampled, standing, scales, hasTies, tieShare };
};
