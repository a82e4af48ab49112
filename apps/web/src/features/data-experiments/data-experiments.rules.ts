import type {
  ArmDifference,
  ArmMean,
  ArmVerdict,
  ArmWins,
  DataExperimentState,
  ExperimentArm,
  WinVerdict,
} from "@dailies/contract";
import { toChips } from "@dailies/contract/predicates/predicate-compose";
import { parsePredicate } from "@dailies/contract/predicates/predicate-parse";
import { printComparison, printPredicate } from "@dailies/contract/predicates/predicate-print";
import { formatMetric } from "../../shared/metric-value.ts";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

export const STATE_TONES: Readonly<Record<DataExperimentState, StatusTone>> = { Open: "info", Decided: "success" };

export const VERDICT_TONES: Readonly<Record<ArmVerdict, StatusTone>> = {
  better: "success",
  worse: "error",
  better_unsure: "info",
  worse_unsure: "warning",
  no_difference: "neutral",
  too_few: "neutral",
};

/** "102 ± 2.484", or the mean alone when there is no interval. */
export const formatMean = ({ mean, low, high }: Pick<ArmMean, "mean" | "low" | "high">): string | undefined => {
  if (mean === null) return undefined;
  return low === null || high === null
    ? formatMetric(mean)
    : `${formatMetric(mean)} ± ${formatMetric((high - low) / 2)}`;
};

const signed = (value: number): string => `${value > 0 ? "+" : ""}${formatMetric(value)}`.replace("-", "−");

/** "−11 (−13.27 to −8.73)" */
export const formatDifference = (
  { difference, low, high }: Pick<ArmDifference, "difference" | "low" | "high">,
  to: string,
): string | undefined =>
  difference === null || low === null || high === null
    ? undefined
    : `${signed(difference)} (${signed(low)} ${to} ${signed(high)})`;

export const WIN_TONES: Readonly<Record<WinVerdict, StatusTone>> = {
  preferred: "success",
  not_preferred: "error",
  no_preference: "neutral",
  too_few: "neutral",
};

const percent = (share: number): string => `${Math.round(share * 100)}`;

/** "63 % (55 to 70)" */
export const formatWinRate = (
  { rate, low, high }: Pick<ArmWins, "rate" | "low" | "high">,
  to: string,
): string | undefined =>
  rate === null || low === null || high === null
    ? undefined
    : `${percent(rate)} % (${percent(low)} ${to} ${percent(high)})`;

type Query = Pick<ExperimentArm, "filters" | "where" | "q">;

/** The conditions that all hold, one by one, in the words of the filter. */
export const conditionsOf = ({ filters, where, q }: Query): string[] => {
  const parsed = parsePredicate(where);
  const { chips, rest } = toChips(parsed.ok ? parsed.predicate : undefined);
  return [
    ...filters.map(printComparison),
    ...chips.map(printComparison),
    ...(rest === undefined ? [] : [printPredicate(rest)]),
    ...(parsed.ok ? [] : [where]),
    ...(q.trim() === "" ? [] : [`“${q.trim()}”`]),
  ];
};

export interface ConditionDiff {
  readonly both: readonly string[];
  readonly onlyBase: readonly string[];
  readonly onlyArm: readonly string[];
}

/** Which conditions one query has and the other does not. */
export const diffConditions = (base: Query, arm: Query): ConditionDiff => {
  const [ofBase, ofArm] = [[...new Set(conditionsOf(base))], [...new Set(conditionsOf(arm))]];
  return {
    both: ofBase.filter((each) => ofArm.includes(each)),
    onlyBase: ofBase.filter((each) => !ofArm.includes(each)),
    onlyArm: ofArm.filter((each) => !ofBase.includes(each)),
  };
};
