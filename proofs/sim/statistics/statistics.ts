import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { compareFragility, compareSolvers, type Line, nameGraphs, publishedAlphas } from "./exact.ts";
import {
  type CoverageJob,
  coverageJobs,
  type IdenticalJob,
  identicalJobs,
  type Job,
  type NeededJob,
  neededJobs,
} from "./jobs.ts";
import type { JobShare } from "./jobs-worker.ts";
import { mergeAll, type Shown } from "./run-job.ts";

export interface StatisticsSimulation {
  readonly seed: number;
  readonly runs: number;
  readonly isSmoke: boolean;
  /** Run only this part. */
  readonly part: string | undefined;
}

const MOST_WORKERS = 8;
const COVERAGE = 0.92;
const SHARED = 0.95;
const FACTOR = 1.5;
/** A median of sixty leaderboards and a truth from sixty are both imprecise. */
const SMOKE_FACTOR = 2.5;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const runApart = async (share: JobShare): Promise<Shown[]> => {
  const worker = new Worker(new URL("./jobs-worker.ts", import.meta.url), { workerData: share });
  const [shown] = (await once(worker, "message")) as [Shown[]];
  return shown;
};

const runJobs = async (jobs: readonly Job[], { seed, runs, isSmoke }: StatisticsSimulation): Promise<Shown[]> => {
  const stride = Math.min(availableParallelism(), MOST_WORKERS);
  const resamples = isSmoke ? 200 : 1_000;
  const shares = await Promise.all(
    Array.from({ length: stride }, (_, first) => runApart({ jobs, seed, resamples, runs, stride, first })),
  );
  return jobs.map((_, which) => mergeAll(shares.flatMap((share) => share[which] ?? [])));
};

const countOf = (shown: Shown | undefined, key: string): number => shown?.counts[key] ?? 0;
const middleOf = (values: readonly number[] = []): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** In a small run a share fails its goal only when chance does not explain the difference. */
const isAtLeast = (share: number, goal: number, of: number, isSmoke: boolean): boolean =>
  share >= goal || (isSmoke && share + 2 * Math.sqrt((goal * (1 - goal)) / of) >= goal);

const describeCoverage = (job: CoverageJob, shown: Shown | undefined, isSmoke: boolean): Line => {
  const of = countOf(shown, "of") - countOf(shown, "unknown");
  const share = countOf(shown, "covered") / of;
  const { promptSpread } = job.world;
  return {
    what: `${job.design}, ${String(job.prompts).padStart(3)} prompts, spread of prompts ${promptSpread}`,
    found:
      `${share.toFixed(3)} (too low ${(countOf(shown, "above") / of).toFixed(3)}, width ${middleOf(shown?.figures.width).toFixed(2)} logits), ` +
      `votes resampled ${(countOf(shown, "naive") / of).toFixed(3)}, without a number ${countOf(shown, "unknown")} of ${countOf(shown, "of")}`,
    goal: `≥ ${COVERAGE}`,
    isReached: isAtLeast(share, COVERAGE, of, isSmoke),
  };
};

const describeIdentical = ({ world, prompts }: IdenticalJob, shown: Shown | undefined, isSmoke: boolean): Line => {
  const of = countOf(shown, "of");
  const share = countOf(shown, "shared") / of;
  return {
    what: `${world.strengths.length} identical entries, ${prompts} prompts, spread of prompts ${world.promptSpread}`,
    found: `all share rank 1 on ${(100 * share).toFixed(1)} % of boards, by intervals alone ${((100 * countOf(shown, "byIntervals")) / of).toFixed(1)} %`,
    goal: `≥ ${100 * SHARED} %`,
    isReached: isAtLeast(share, SHARED, of, isSmoke),
  };
};

/** The number of judgements at which half of the leaderboards separate the two, interpolated on the ladder. */
const findTruth = ({ world, ladder }: NeededJob, shown: Shown | undefined): number => {
  const pairs = (world.strengths.length * (world.strengths.length - 1)) / 2;
  const steps = ladder.map(({ votesPerPair, prompts }, step) => ({
    votes: pairs * votesPerPair * prompts,
    share: countOf(shown, `apart${step}`) / countOf(shown, "of"),
  }));
  const above = steps.findIndex(({ share }) => share >= 0.5);
  const [low, high] = [steps[above - 1], steps[above]];
  if (!low || !high) return Number.NaN;
  return low.votes + ((high.votes - low.votes) * (0.5 - low.share)) / (high.share - low.share);
};

const describeNeeded = (job: NeededJob, shown: Shown | undefined, isSmoke: boolean): Line => {
  const within = isSmoke ? SMOKE_FACTOR : FACTOR;
  const truth = findTruth(job, shown);
  const totals = [...(shown?.figures.total ?? [])].sort((a, b) => a - b);
  const estimate = middleOf(totals);
  const [low, high] = [totals[Math.floor(totals.length / 4)], totals[Math.floor((3 * totals.length) / 4)]];
  const factor = estimate / truth;
  return {
    what: `votes needed: ${job.name}`,
    found: `said ${Math.round(estimate)} in the middle (half of the boards ${Math.round(low ?? 0)} to ${Math.round(high ?? 0)}), true ${Math.round(truth)}: factor ${factor.toFixed(2)}`,
    goal: `within ${within}`,
    isReached: factor <= within && factor >= 1 / within,
  };
};

const PARTS: Readonly<Record<string, (simulation: StatisticsSimulation) => Promise<Line[]>>> = {
  exact: async ({ seed, isSmoke }) => [
    compareSolvers(seed, isSmoke ? 20 : 200),
    ...publishedAlphas(seed),
    ...nameGraphs(seed),
    compareFragility(seed, isSmoke ? 20 : 200),
  ],
  coverage: async (simulation) => {
    const jobs = coverageJobs(simulation.isSmoke);
    const shown = await runJobs(jobs, simulation);
    return jobs.map((job, which) => describeCoverage(job, shown[which], simulation.isSmoke));
  },
  ranks: async (simulation) => {
    const jobs = identicalJobs(simulation.isSmoke);
    const shown = await runJobs(jobs, simulation);
    return jobs.map((job, which) => describeIdentical(job, shown[which], simulation.isSmoke));
  },
  needed: async (simulation) => {
    const jobs = neededJobs(simulation.isSmoke);
    const shown = await runJobs(jobs, simulation);
    return jobs.map((job, which) => describeNeeded(job, shown[which], simulation.isSmoke));
  },
};

export const simulateStatistics = async (simulation: StatisticsSimulation): Promise<boolean> => {
  const { part, seed, runs } = simulation;
  const parts = Object.entries(PARTS).filter(([name]) => part === undefined || part === name);
  if (parts.length === 0) throw new Error(`there is no such part; there are ${Object.keys(PARTS).join(", ")}`);
  print(`seed ${seed}, ${runs} boards for each line that is simulated`);
  let missed = 0;
  for (const [name, run] of parts) {
    const startedMs = performance.now();
    const lines = await run(simulation);
    print(`${name}, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    for (const { what, found, goal, isReached } of lines) {
      if (!isReached) missed += 1;
      print(`  ${isReached ? "      " : "MISSED"} ${what}: ${found} (goal: ${goal})`);
    }
  }
  print(missed === 0 ? "every goal reached" : `${missed} goals missed`);
  return missed === 0;
};
