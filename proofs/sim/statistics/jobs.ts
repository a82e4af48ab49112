import type { World } from "./world.ts";

export interface CoverageJob {
  readonly kind: "coverage";
  readonly design: string;
  readonly world: World;
  readonly prompts: number;
}

export interface IdenticalJob {
  readonly kind: "identical";
  readonly world: World;
  readonly prompts: number;
}

export interface NeededJob {
  readonly kind: "needed";
  readonly name: string;
  readonly world: World;
  readonly prompts: number;
  /** Prompts judged at first; the rest wait for more judgements. */
  readonly judged: number;
  /** Possible extensions: judgements per pair, and number of prompts. */
  readonly ladder: readonly { readonly votesPerPair: number; readonly prompts: number }[];
}

export type Job = CoverageJob | IdenticalJob | NeededJob;

const PROMPTS = [10, 20, 50, 100] as const;
const SPREADS = [0, 1] as const;
const FIFTH_TIES = { tie: 0.5, left: 0 };

const DESIGNS = {
  "4 entries, 3 votes a pair": { ...FIFTH_TIES, strengths: [-0.6, -0.1, 0.2, 0.5], votesPerPair: 3 },
  "2 entries, 30 votes": { ...FIFTH_TIES, strengths: [-0.2, 0.2], votesPerPair: 30 },
  "8 entries, 14 of 28 pairs once": {
    ...FIFTH_TIES,
    strengths: [-0.8, -0.5, -0.3, 0, 0.1, 0.3, 0.5, 0.7],
    votesPerPair: 1,
    pairsPerPrompt: 14,
  },
  "4 entries, 40 % ties (Davidson)": { ...FIFTH_TIES, tie: 1.35, strengths: [-0.6, -0.1, 0.2, 0.5], votesPerPair: 3 },
} as const;

export const coverageJobs = (isSmoke: boolean): CoverageJob[] =>
  Object.entries(DESIGNS)
    .slice(0, isSmoke ? 1 : undefined)
    .flatMap(([design, world]) =>
      SPREADS.flatMap((promptSpread) =>
        PROMPTS.map((prompts) => ({ kind: "coverage", design, world: { ...world, promptSpread }, prompts }) as const),
      ),
    );

export const identicalJobs = (isSmoke: boolean): IdenticalJob[] =>
  [
    { entries: 2, votesPerPair: 10 },
    { entries: 4, votesPerPair: 3 },
    { entries: 8, votesPerPair: 1 },
  ].flatMap(({ entries, votesPerPair }) =>
    SPREADS.flatMap((promptSpread) =>
      (isSmoke ? [20] : [10, 50]).map((prompts) => ({
        kind: "identical" as const,
        prompts,
        world: { ...FIFTH_TIES, strengths: Array.from({ length: entries }, () => 0), votesPerPair, promptSpread },
      })),
    ),
  );

const CLOSE = [0.1, -0.1, -0.5, 0.5];
const times = (list: readonly number[], prompts: number) => list.map((votesPerPair) => ({ votesPerPair, prompts }));

export const neededJobs = (isSmoke: boolean): NeededJob[] => {
  const jobs: NeededJob[] = [
    {
      kind: "needed",
      name: "more votes on the same prompts, which do not matter",
      prompts: 40,
      judged: 40,
      world: { ...FIFTH_TIES, strengths: CLOSE, promptSpread: 0, votesPerPair: 5 },
      ladder: times([4, 6, 8, 10, 13, 17], 40),
    },
    {
      kind: "needed",
      name: "more votes on the same prompts, which matter",
      prompts: 200,
      judged: 200,
      world: { ...FIFTH_TIES, strengths: CLOSE, promptSpread: 0.5, votesPerPair: 1 },
      ladder: times([1, 2, 3, 4, 6, 9], 200),
    },
    {
      kind: "needed",
      name: "more votes on prompts not judged yet",
      prompts: 1_000,
      judged: 50,
      world: { ...FIFTH_TIES, strengths: CLOSE, promptSpread: 1, votesPerPair: 2 },
      ladder: [200, 300, 400, 600, 800, 1_000].map((prompts) => ({ votesPerPair: 2, prompts })),
    },
  ];
  return jobs.slice(0, isSmoke ? 1 : undefined);
};
