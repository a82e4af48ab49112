import { type ArmWins, MIN_COUNTED_JUDGEMENTS, type WinVerdict } from "@dailies/contract";
import { type PromptTally, type WinRate, winRate } from "@dailies/statistics/means/win-rate";

const EVEN = 0.5;

const verdictOf = ({ low, high }: WinRate): WinVerdict => {
  if (low > EVEN) return "preferred";
  return high < EVEN ? "not_preferred" : "no_preference";
};

/** What the judgements between an arm and the base say, prompt by prompt. */
export const winsOf = (tallies: readonly PromptTally[]): ArmWins => {
  const sum = (count: (tally: PromptTally) => number): number => tallies.reduce((all, tally) => all + count(tally), 0);
  const counts = { wins: sum(({ wins }) => wins), ties: sum(({ ties }) => ties), losses: sum(({ losses }) => losses) };
  const isEnough = counts.wins + counts.ties + counts.losses >= MIN_COUNTED_JUDGEMENTS;
  const found = isEnough ? winRate(tallies) : null;
  return {
    ...counts,
    prompts: tallies.length,
    rate: found?.rate ?? null,
    low: found?.low ?? null,
    high: found?.high ?? null,
    verdict: found ? verdictOf(found) : "too_few",
  };
};
