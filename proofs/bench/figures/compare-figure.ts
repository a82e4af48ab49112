import { type Figure, type Goal, isCount, type SmokeBaseline } from "../../../checks/figures/figures-file.ts";

/** Result of one run for a figure. The interval is that of the median, by resampling its rounds. */
export interface MeasuredFigure {
  readonly id: string;
  readonly value: number;
  readonly interval?: readonly [number, number];
}

/**
 * Repeats on one machine vary less than machines differ, so no bound is tighter than this. Counts have no noise and get
 * none.
 */
const LEAST_NOISE = 0.05;

export interface Comparison {
  readonly verdict: "holds" | "worse" | "better";
  /** Values beyond this bound are a regression. */
  readonly bound: number;
  readonly allowance: number;
}

/** How much worse than the recorded value a smoke run may be. */
export const allowanceOf = (figure: Figure, { noise }: SmokeBaseline): number =>
  isCount(figure) ? noise : Math.max(LEAST_NOISE, noise);

const directionOf = ({ goal }: Figure): Goal["comparison"] => goal?.comparison ?? "<=";

/**
 * Compares the interval of a smoke run with the recorded one: it is a regression when even its better end lies beyond the
 * bound.
 */
export const compareFigure = (
  figure: Figure,
  smoke: SmokeBaseline,
  { value, interval }: Pick<MeasuredFigure, "value" | "interval">,
): Comparison => {
  const allowance = allowanceOf(figure, smoke);
  const [low, high] = interval === undefined ? [value, value] : interval;
  const isLowerBetter = directionOf(figure) === "<=";
  const bound = isLowerBetter ? smoke.value * (1 + allowance) : smoke.value / (1 + allowance);
  const best = isLowerBetter ? smoke.value / (1 + allowance) : smoke.value * (1 + allowance);
  // NaN fails the comparison.
  const isWorse = isLowerBetter ? !(low <= bound) : !(high >= bound);
  if (isWorse) return { verdict: "worse", bound, allowance };
  const isBetter = isLowerBetter ? high < best : low > best;
  return { verdict: isBetter ? "better" : "holds", bound, allowance };
};

/** Noise of repeats: the largest relative distance from the median. */
export const noiseOf = (values: readonly number[], middle: number): number =>
  middle === 0 ? Math.max(...values.map(Math.abs)) : Math.max(...values.map((value) => Math.abs(value / middle - 1)));
