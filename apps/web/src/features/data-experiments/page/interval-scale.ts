import type { ArmMean, ExperimentArm } from "@dailies/contract";

interface PlacedArm {
  readonly position: number;
  readonly name: string;
  readonly result: ArmMean;
  /** Places in percent of the scale. */
  readonly mean: number | undefined;
  readonly interval: { readonly from: number; readonly width: number } | undefined;
  readonly ticks: readonly { readonly id: string; readonly at: number }[];
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly rows: readonly PlacedArm[];
}

/** Part of the scale that is left free at each end. */
const MARGIN = 0.04;

/** One scale for the runs that count and the intervals of all arms; undefined when no run counts. */
export const placeOnScale = (
  arms: readonly Pick<ExperimentArm, "position" | "name" | "result" | "runs">[],
): Scale | undefined => {
  const counted = arms.map(({ runs }) =>
    runs.flatMap(({ id, value, counting }) =>
      counting === "counted" && typeof value === "number" ? [{ id, value }] : [],
    ),
  );
  const ends = [
    ...counted.flat().map(({ value }) => value),
    ...arms.flatMap(({ result: { low, high } }) => (low === null || high === null ? [] : [low, high])),
  ];
  if (ends.length === 0) return undefined;
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  // Equal values stand in the middle.
  const margin = least === most ? Math.max(Math.abs(least) * MARGIN, Number.MIN_VALUE) : (most - least) * MARGIN;
  const [low, high] = [least - margin, most + margin];
  const placeOf = (value: number): number => ((value - low) / (high - low)) * 100;
  const rows = arms.map(({ position, name, result }, at) => ({
    position,
    name,
    result,
    mean: result.mean === null ? undefined : placeOf(result.mean),
    interval:
      result.low === null || result.high === null
        ? undefined
        : { from: placeOf(result.low), width: placeOf(result.high) - placeOf(result.low) },
    ticks: (counted[at] ?? []).map(({ id, value }) => ({ id, at: placeOf(value) })),
  }));
  return { low, high, rows };
};
