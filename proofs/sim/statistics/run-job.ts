import { isAhead } from "@dailies/statistics/board/ranks";
import { seededRandom } from "@dailies/statistics/math/random";
import { separateBy } from "@dailies/statistics/pairs/votes-needed";
import { boardOf, naiveBoardOf } from "./board-of.ts";
import { solveByMinorisation, solveDavidson } from "./independent-solver.ts";
import type { CoverageJob, IdenticalJob, Job, NeededJob } from "./jobs.ts";
import { drawVotes, expectedTable, type World } from "./world.ts";

/** Results of one simulated leaderboard, as numbers that can be summed. */
export interface Shown {
  readonly counts: Readonly<Record<string, number>>;
  /** Figures whose median is wanted. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
}

export interface RunOptions {
  readonly seed: number;
  readonly resamples: number;
}

const isWithin = (interval: { low: number; high: number } | null | undefined, truth: number): boolean =>
  interval != null && interval.low <= truth && truth <= interval.high;

const known = new Map<World, { plain: number[]; withTies: number[] }>();

const truthOf = (world: World, hasTies: boolean): number[] => {
  const found = known.get(world);
  if (found) return hasTies ? found.withTies : found.plain;
  const { score, total, tie } = expectedTable(world);
  known.set(world, { plain: solveByMinorisation(score, total), withTies: solveDavidson(score, tie) });
  return truthOf(world, hasTies);
};

const showCoverage = ({ world, prompts }: CoverageJob, { seed, resamples }: RunOptions): Shown => {
  const entries = world.strengths.length;
  const votes = drawVotes(world, prompts, seededRandom(seed));
  const { standing, hasTies } = boardOf(votes, { entries, prompts, seed, resamples });
  const truth = truthOf(world, hasTies);
  const naive = naiveBoardOf(votes, { entries, seed, resamples: Math.min(resamples, 300) }).standing;
  const covers = (scores: typeof standing.scores): number =>
    scores.filter((interval, entry) => isWithin(interval, truth[entry] ?? 0)).length;
  return {
    counts: {
      of: entries,
      covered: covers(standing.scores),
      naive: covers(naive.scores),
      unknown: standing.scores.filter((interval) => interval === null).length,
      above: standing.scores.filter((interval, entry) => interval !== null && interval.high < (truth[entry] ?? 0))
        .length,
    },
    figures: { width: standing.scores.flatMap((interval) => (interval ? [interval.high - interval.low] : [])) },
  };
};

const showIdentical = ({ world, prompts }: IdenticalJob, { seed, resamples }: RunOptions): Shown => {
  const entries = world.strengths.length;
  const { result, standing } = boardOf(drawVotes(world, prompts, seededRandom(seed)), {
    entries,
    prompts,
    seed,
    resamples,
  });
  const isShared = result.entries.every(({ rank }) => rank === null || rank === 1);
  const highest = Math.min(...standing.scores.map((interval) => interval?.high ?? Number.POSITIVE_INFINITY));
  const overlap = standing.scores.every((interval) => interval === null || interval.low <= highest);
  return { counts: { of: 1, shared: isShared ? 1 : 0, byIntervals: overlap ? 1 : 0 }, figures: {} };
};

/** The leaderboard's estimate of judgements needed to separate the first two; nothing when they already are. */
const sayNeeded = ({ world, prompts, judged }: NeededJob, { seed, resamples }: RunOptions): number => {
  const votes = drawVotes(world, judged, seededRandom(seed));
  const entries = world.strengths.length;
  const { scales, standing } = boardOf(votes, { entries, prompts: judged, seed, resamples });
  const [scale] = scales;
  const soFar = { votes: votes.prompt.length, judgedPrompts: judged, prompts };
  const more = scale ? separateBy(scale, standing, soFar)(0, 1).votes : null;
  return votes.prompt.length + (isAhead(standing.ahead, 0, 1) ? 0 : (more ?? Number.POSITIVE_INFINITY));
};

/** The estimate varies strongly between leaderboards, so its median needs more of them than the truth does. */
const SAYINGS = 4;

const showNeeded = (job: NeededJob, { seed, resamples }: RunOptions): Shown => {
  const { world, ladder } = job;
  const counts: Record<string, number> = { of: 1 };
  for (const [step, { votesPerPair, prompts }] of ladder.entries()) {
    const votes = drawVotes({ ...world, votesPerPair }, prompts, seededRandom(seed + 1_000_003 * (step + 1)));
    const later = boardOf(votes, { entries: world.strengths.length, prompts, seed, resamples });
    counts[`apart${step}`] = isAhead(later.standing.ahead, 0, 1) ? 1 : 0;
  }
  const said = Array.from({ length: SAYINGS }, (_, n) => sayNeeded(job, { seed: seed + 500_009 * n, resamples }));
  return { counts, figures: { total: said } };
};

export const runJob = (job: Job, options: RunOptions): Shown => {
  if (job.kind === "coverage") return showCoverage(job, options);
  return job.kind === "identical" ? showIdentical(job, options) : showNeeded(job, options);
};

const merge = (one: Shown, other: Shown): Shown => {
  const counts: Record<string, number> = { ...one.counts };
  for (const [key, count] of Object.entries(other.counts)) counts[key] = (counts[key] ?? 0) + count;
  const figures: Record<string, readonly number[]> = { ...one.figures };
  for (const [key, values] of Object.entries(other.figures)) figures[key] = [...(figures[key] ?? []), ...values];
  return { counts, figures };
};

export const mergeAll = (shown: readonly Shown[]): Shown => shown.reduce(merge, { counts: {}, figures: {} });
