import { rowsOfRatings } from "@dailies/statistics/board/agreement-rows";
import { emptyVotes, type VoteColumns } from "@dailies/statistics/board/board-input";
import { alphaOf } from "@dailies/statistics/math/alpha";
import { seededRandom } from "@dailies/statistics/math/random";
import { countPairs } from "@dailies/statistics/pairs/count-pairs";
import { fragilityOf } from "@dailies/statistics/pairs/fragility";
import { boardOf } from "./board-of.ts";
import { solveByMinorisation, tableOf } from "./independent-solver.ts";
import { KRIPPENDORFF, krippendorffRatings } from "./krippendorff.ts";
import { drawVotes } from "./world.ts";

/** One line of the table: the result, the goal, and whether it was reached. */
export interface Line {
  readonly what: string;
  readonly found: string;
  readonly goal: string;
  readonly isReached: boolean;
}

export const compareSolvers = (seed: number, boards: number): Line => {
  let [largest, compared] = [0, 0];
  for (let n = 0; n < boards; n++) {
    const random = seededRandom(seed + n);
    const entries = 2 + random.below(12);
    const strengths = Array.from({ length: entries }, () => 3 * random.unit() - 1.5);
    const votes = drawVotes(
      { strengths, promptSpread: 0.5, tie: 0.4, left: 0, votesPerPair: 2 },
      20 + random.below(60),
      random,
    );
    const prompts = 1 + Math.max(...votes.prompt);
    const { sampled, hasTies } = boardOf(votes, { entries, prompts, seed, resamples: 2 });
    if (hasTies || sampled.point.some(Number.isNaN)) continue;
    const { score, total } = tableOf(votes);
    compared += 1;
    for (const [entry, other] of solveByMinorisation(score, total).entries()) {
      largest = Math.max(largest, Math.abs(other - (sampled.point[entry] ?? Number.NaN)));
    }
  }
  return {
    what: `Bradley–Terry against an independent solver, ${compared} boards of 2 to 13 entries`,
    found: `at most ${largest.toExponential(1)} logits apart`,
    goal: "≤ 1e-3 logits (0.2 Elo), what the ridge may move",
    isReached: compared > boards / 2 && largest <= 1e-3,
  };
};

export const publishedAlphas = (seed: number): Line[] =>
  (["nominal", "ordinal", "interval", "ratio"] as const).map((level) => {
    const alpha = alphaOf([rowsOfRatings(krippendorffRatings(), 0)], level, { seed, resamples: 1_000 });
    const found = alpha?.value?.toFixed(3) ?? "none";
    return {
      what: `Krippendorff's α, ${level}`,
      found: `${found} (${alpha?.low?.toFixed(2)} to ${alpha?.high?.toFixed(2)}, ${alpha?.units} units)`,
      goal: KRIPPENDORFF[level],
      isReached: found === KRIPPENDORFF[level],
    };
  });

type Vote = readonly [prompt: number, a: number, b: number, outcome: number];

const votesOf = (list: readonly Vote[]): VoteColumns => {
  const votes = emptyVotes(list.length);
  for (const [row, [prompt, a, b, outcome]] of list.entries()) {
    votes.prompt[row] = prompt;
    votes.a[row] = a;
    votes.b[row] = b;
    votes.outcome[row] = outcome;
  }
  return votes;
};

const manyOf = (prompts: number, make: (prompt: number) => readonly Vote[]): Vote[] =>
  Array.from({ length: prompts }, (_, prompt) => make(prompt)).flat();

/** Two connected components, an entry without comparisons, and in the first component an entry that won everything. */
export const nameGraphs = (seed: number): Line[] => {
  const list = manyOf(12, (prompt) => [
    [prompt, 0, 1, prompt % 3 === 0 ? 1 : 0],
    [prompt, 2, 0, 0],
    [prompt, 2, 1, 0],
    [prompt, 3, 4, prompt % 4 === 0 ? 1 : 0],
  ]);
  const { result } = boardOf(votesOf(list), { entries: 6, prompts: 12, seed, resamples: 500 });
  const across = result.beats.flatMap((row, one) => row.filter((_, other) => one < 3 !== other < 3));
  const ranks = result.entries.map(({ rank }) => rank);
  return [
    {
      what: "groups without a comparison between them are named",
      found: JSON.stringify(result.groups),
      goal: "[[0,1,2],[3,4],[5]]",
      isReached: JSON.stringify(result.groups) === "[[0,1,2],[3,4],[5]]",
    },
    {
      what: "and never ranked against each other",
      found: `ranks ${JSON.stringify(ranks)}, ${across.filter((one) => one !== null).length} probabilities across`,
      goal: "none across, no rank for whom nobody compared",
      isReached: across.every((one) => one === null) && ranks[5] === null && ranks[2] === 1 && (ranks[0] ?? 0) > 1,
    },
    {
      what: "who won everything is said to be carried",
      found: `${result.entries[2]?.carried}, score ${JSON.stringify(result.entries[2]?.score)}`,
      goal: "won_all, without a number",
      isReached: result.entries[2]?.carried === "won_all" && result.entries[2]?.score === null,
    },
  ];
};

const leads = (left: readonly number[], pairs: readonly (readonly [number, number])[], leader: number): boolean => {
  const zeros = (): number[][] => Array.from({ length: 3 }, () => [0, 0, 0]);
  const [score, total] = [zeros(), zeros()];
  for (const [which, [a, b]] of pairs.entries()) {
    const [wins, losses] = [left[2 * which] ?? 0, left[2 * which + 1] ?? 0];
    // A small ridge, as a pair may have no judgement.
    (score[a] as number[])[b] = wins + 1e-4;
    (score[b] as number[])[a] = losses + 1e-4;
    (total[a] as number[])[b] = wins + losses + 2e-4;
    (total[b] as number[])[a] = wins + losses + 2e-4;
  }
  const strengths = solveByMinorisation(score, total);
  return strengths.every((strength, entry) => entry === leader || strength < (strengths[leader] ?? 0) - 1e-3);
};

/** Whether any way to remove this many judgements changes the first rank. */
const canTopple = (
  left: number[],
  votes: number,
  from: number,
  test: (left: readonly number[]) => boolean,
): boolean => {
  if (votes === 0) return test(left);
  for (let kind = from; kind < left.length; kind++) {
    const there = left[kind] ?? 0;
    if (there === 0) continue;
    left[kind] = there - 1;
    const isFound = canTopple(left, votes - 1, kind, test);
    left[kind] = there;
    if (isFound) return true;
  }
  return false;
};

const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Greedy search against exhaustive search, on leaderboards small enough for it. */
export const compareFragility = (seed: number, boards: number): Line => {
  let [equal, compared] = [0, 0];
  for (let n = 0; n < boards; n++) {
    const random = seededRandom(seed + 31 * n);
    const left = PAIRS.flatMap(() => [2 + random.below(7), 2 + random.below(5)]);
    const votes = votesOf(
      PAIRS.flatMap(([a, b], which) => [
        ...Array.from({ length: left[2 * which] ?? 0 }, (): Vote => [0, a, b, 0]),
        ...Array.from({ length: left[2 * which + 1] ?? 0 }, (): Vote => [0, a, b, 1]),
      ]),
    );
    const one = Int32Array.of(0);
    const weighing = { entries: 3, promptWeight: Float64Array.of(1), aggregation: "All" } as const;
    const found = fragilityOf(countPairs(votes, { prompts: one, slotOf: one }, weighing), false);
    const leader = [0, 1, 2].find((entry) => leads(left, PAIRS, entry));
    if (found === null || found.votes > 5 || leader === undefined) continue;
    compared += 1;
    const isLeast = found.votes < 1 || !canTopple([...left], found.votes - 1, 0, (rest) => !leads(rest, PAIRS, leader));
    if (isLeast) equal += 1;
  }
  return {
    what: `the fewest votes that change the first rank, against every way there is, ${compared} small boards`,
    found: `${equal} are the fewest`,
    goal: "≥ 95 %, and always enough",
    isReached: compared > 0 && equal >= 0.95 * compared,
  };
};
