import type { ArmDifference, ArmMean, ArmRun, ArmVerdict, ExperimentRunStatus, MetricValue } from "@dailies/contract";
import { MAX_DIFFERING_PARAMS, MIN_COUNTED_RUNS } from "@dailies/contract";
import { type MeanDifference, meanDifference, meanInterval } from "@dailies/statistics/means/mean-difference";

/** Only a run that came to its end has a value that does not change. */
export const countingOf = (status: ExperimentRunStatus, value: MetricValue | null): ArmRun["counting"] => {
  if (status === "Running") return "running";
  if (status !== "Finished") return "stopped";
  if (value === null) return "no_value";
  return typeof value === "number" ? "counted" : "not_finite";
};

/** The values that count. */
export const valuesOf = (runs: readonly Pick<ArmRun, "value" | "counting">[]): number[] =>
  runs.flatMap(({ value, counting }) => (counting === "counted" && typeof value === "number" ? [value] : []));

export const meanOf = (values: readonly number[]): ArmMean => {
  const interval = meanInterval(values);
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return {
    runs: values.length,
    mean: values.length === 0 ? null : (interval?.mean ?? mean),
    deviation: interval?.deviation ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  };
};

export interface DecidingMetric {
  readonly direction: "higher" | "lower";
  readonly minDifference: number;
}

/** What the interval of a difference says, seen from the side that is better. */
const verdictOf = ({ low, high }: MeanDifference, { direction, minDifference }: DecidingMetric): ArmVerdict => {
  const [worst, best] = direction === "higher" ? [low, high] : [-high, -low];
  // An interval on one side that ends before anything that matters says so, and not that an arm is better.
  if (worst > -minDifference && best < minDifference) return "no_difference";
  if (worst > 0) return worst >= minDifference ? "better" : "better_unsure";
  if (best < 0) return best <= -minDifference ? "worse" : "worse_unsure";
  return "too_few";
};

/** Every arm but the first against the first. */
export const differencesOf = (arms: readonly (readonly number[])[], metric: DecidingMetric): ArmDifference[] => {
  const [base = [], ...others] = arms;
  return others.map((values, at) => {
    const isEnough = values.length >= MIN_COUNTED_RUNS && base.length >= MIN_COUNTED_RUNS;
    const found = isEnough ? meanDifference(values, base) : null;
    return {
      position: at + 2,
      difference: found?.difference ?? null,
      low: found?.low ?? null,
      high: found?.high ?? null,
      degrees: found?.degrees ?? null,
      verdict: found ? verdictOf(found, metric) : "too_few",
    };
  });
};

const SEED = /(^|[._/-])seed$/i;
export const isSeed = (key: string): boolean => SEED.test(key);

/** Parameters besides the seed that do not have one value in all of these runs. */
export const differingParams = (runs: readonly { readonly params: Readonly<Record<string, string>> }[]): string[] => {
  const keys = new Set(runs.flatMap(({ params }) => Object.keys(params)));
  return [...keys]
    .filter((key) => !isSeed(key) && new Set(runs.map(({ params }) => params[key])).size > 1)
    .sort()
    .slice(0, MAX_DIFFERING_PARAMS);
};
