import { emptyVotes, type VoteColumns } from "@dailies/statistics/board/board-input";
import type { Random } from "@dailies/statistics/math/random";

/** A benchmark with known truth: entries of known strength, judged on prompts that suit some better than others. */
export interface World {
  /** In logits, on the average prompt. */
  readonly strengths: readonly number[];
  /** Standard deviation of the prompt effect on each entry, in logits. */
  readonly promptSpread: number;
  /** Davidson's tie parameter: 0.5 gives a fifth of ties between equals. */
  readonly tie: number;
  /** Position bias towards the left, in logits. */
  readonly left: number;
  /** Judgements per pair and prompt. */
  readonly votesPerPair: number;
  /** Number of pairs per prompt, drawn for each prompt; omit for all of them. */
  readonly pairsPerPrompt?: number;
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());

const listPairs = (entries: number): [number, number][] =>
  Array.from({ length: entries }, (_, a) => a).flatMap((a) =>
    Array.from({ length: entries - a - 1 }, (_, step): [number, number] => [a, a + step + 1]),
  );

const drawPairs = (pairs: readonly [number, number][], count: number, random: Random): [number, number][] => {
  const left = [...pairs];
  return Array.from(
    { length: Math.min(count, pairs.length) },
    () => left.splice(random.below(left.length), 1)[0],
  ).filter((pair) => pair !== undefined);
};

export const drawVotes = (world: World, prompts: number, random: Random): VoteColumns => {
  const pairs = listPairs(world.strengths.length);
  const perPrompt = Math.min(world.pairsPerPrompt ?? pairs.length, pairs.length);
  const votes = emptyVotes(prompts * perPrompt * world.votesPerPair);
  let row = 0;
  for (let prompt = 0; prompt < prompts; prompt++) {
    const here = world.strengths.map((strength) => strength + world.promptSpread * normal(random));
    const asked = perPrompt === pairs.length ? pairs : drawPairs(pairs, perPrompt, random);
    for (const [a, b] of asked) {
      for (let n = 0; n < world.votesPerPair; n++) {
        const isSwapped = random.below(2);
        const up = Math.exp(((here[a] ?? 0) - (here[b] ?? 0) + (isSwapped === 0 ? world.left : -world.left)) / 2);
        const drawn = random.unit() * (up + 1 / up + world.tie);
        votes.prompt[row] = prompt;
        votes.a[row] = a;
        votes.b[row] = b;
        votes.wasSwapped[row] = isSwapped;
        votes.rater[row] = n;
        votes.outcome[row] = [up, up + 1 / up].filter((limit) => drawn >= limit).length;
        row += 1;
      }
    }
  }
  return votes;
};

interface Expected {
  readonly score: number;
  readonly tie: number;
}

const expectOn = (d: number, tie: number): Expected => {
  const up = Math.exp(d / 2);
  const whole = up + 1 / up + tie;
  return { score: (up + tie / 2) / whole, tie: tie / whole };
};

/** Mean score of the first of two over all possible prompts, ties as a half, and how often they tie. */
const expectOver = (difference: number, { promptSpread, tie }: World): Expected => {
  const deviation = promptSpread * Math.SQRT2;
  if (deviation === 0) return expectOn(difference, tie);
  let [score, ties, weights] = [0, 0, 0];
  for (let z = -8; z <= 8; z += 0.01) {
    const weight = Math.exp((-z * z) / 2);
    const here = expectOn(difference + deviation * z, tie);
    weights += weight;
    score += weight * here.score;
    ties += weight * here.tie;
  }
  return { score: score / weights, tie: ties / weights };
};

export interface Table {
  readonly score: readonly (readonly number[])[];
  readonly total: readonly (readonly number[])[];
  readonly tie: readonly (readonly number[])[];
}

/** The limit for all pairs with infinitely many judgements: what a leaderboard estimates. */
export const expectedTable = (world: World): Table => {
  const table = world.strengths.map((one) => world.strengths.map((other) => expectOver(one - other, world)));
  return {
    score: table.map((row) => row.map(({ score }) => score)),
    tie: table.map((row) => row.map(({ tie }) => tie)),
    total: table.map((row, a) => row.map((_, b) => (a === b ? 0 : 1))),
  };
};
