import { tQuantile } from "../math/distributions.ts";

/** The judgements of two entries on one prompt, seen from one of them. */
export interface PromptTally {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

export interface WinRate {
  /** Wins and half of the ties, of all judgements. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** Of 95 %, with equal tails. */
const LEVEL = 0.975;

const judgementsOf = ({ wins, ties, losses }: PromptTally): number => wins + ties + losses;

/**
 * Wilson's interval with the number of independent judgements that the spread between prompts amounts to: judgements of one
 * prompt are about the same two clips and tell less than as many prompts would. Null with fewer than two prompts. If all
 * prompts agree, as many judgements count as there are prompts.
 */
export const winRate = (tallies: readonly PromptTally[]): WinRate | null => {
  const prompts = tallies.filter((tally) => judgementsOf(tally) > 0);
  if (prompts.length < 2) return null;
  const judgements = prompts.reduce((sum, tally) => sum + judgementsOf(tally), 0);
  const rate = prompts.reduce((sum, { wins, ties }) => sum + wins + ties / 2, 0) / judgements;
  const squares = prompts.reduce((sum, tally) => {
    const { wins, ties } = tally;
    return sum + (wins + ties / 2 - rate * judgementsOf(tally)) ** 2;
  }, 0);
  const variance = (prompts.length / (prompts.length - 1)) * (squares / judgements ** 2);
  const independent = variance > 0 ? Math.min(judgements, (rate * (1 - rate)) / variance) : prompts.length;
  return { rate, ...wilson(rate, independent, tQuantile(LEVEL, prompts.length - 1)) };
};

const wilson = (rate: number, count: number, quantile: number): { low: number; high: number } => {
  const weight = quantile ** 2 / count;
  const middle = (rate + weight / 2) / (1 + weight);
  const half = (quantile / (1 + weight)) * Math.sqrt((rate * (1 - rate)) / count + weight / (4 * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
};
