import { f64 } from "../math/numbers.ts";
import type { AxisResult, EntryResult } from "./board-result.ts";
import type { Sampled } from "./compare-entries.ts";
import { rankOf } from "./ranks.ts";
import { deltasOf, standingOf } from "./standing.ts";

/** An axis as input of the total. */
export interface WeighedAxis {
  readonly result: AxisResult;
  readonly sampled: Sampled;
  /** Entries on its scale. */
  readonly members: readonly number[];
  /** Standard deviation of single answers, the unit of the effect size. */
  readonly spread: number;
}

const meanOver = (values: Float64Array, from: number, members: readonly number[]): number =>
  members.reduce((total, member) => total + f64(values, from + member), 0) / members.length;

/** One row of values: each axis centred, divided by its spread, and weighted. */
const addRow = (
  axes: readonly WeighedAxis[],
  members: readonly number[],
  { values, row, into }: { values: (axis: WeighedAxis) => Float64Array; row: number; into: Float64Array },
): void => {
  const entries = axes[0]?.result.entries.length ?? 0;
  const weights = axes.reduce((total, { result }) => total + result.weight, 0);
  for (const member of members) into[row * entries + member] = 0;
  for (const axis of axes) {
    const column = values(axis);
    const mean = meanOver(column, row * entries, members);
    const sign = axis.result.direction === "lower" ? -1 : 1;
    const factor = (sign * axis.result.weight) / weights / axis.spread;
    for (const member of members) {
      const at = row * entries + member;
      into[at] = f64(into, at) + factor * (f64(column, at) - mean);
    }
  }
};

const sampleTotal = (axes: readonly WeighedAxis[], members: readonly number[], resamples: number): Sampled => {
  const entries = axes[0]?.result.entries.length ?? 0;
  const point = new Float64Array(entries).fill(Number.NaN);
  const samples = new Float64Array(resamples * entries).fill(Number.NaN);
  addRow(axes, members, { values: ({ sampled }) => sampled.point, row: 0, into: point });
  for (let row = 0; row < resamples; row++) {
    addRow(axes, members, { values: ({ sampled }) => sampled.samples, row, into: samples });
  }
  const prompts = Float64Array.from({ length: entries }, (_, entry) =>
    Math.min(...axes.map(({ sampled }) => f64(sampled.prompts, entry))),
  );
  return { point, samples, prompts };
};

/**
 * The weighted mean of all axes with a direction, as effect sizes: the distance of an entry from the mean of its axis in
 * units of the spread of single answers. In units of the spread of entries, an axis on which all are equal would contribute
 * its noise as much as another its differences.
 */
export const boardOfTotal = (
  all: readonly WeighedAxis[],
  { resamples, baseline }: { readonly resamples: number; readonly baseline: number | null },
): AxisResult | null => {
  const axes = all.filter(({ result, spread }) => result.direction !== "none" && result.weight > 0 && spread > 0);
  const [first] = axes;
  if (first === undefined || axes.length < 2) return null;
  const members = first.members.filter((entry) => axes.every((axis) => axis.members.includes(entry)));
  if (members.length < 2) return null;
  const sampled = sampleTotal(axes, members, resamples);
  const standing = standingOf(sampled, "higher", [members]);
  const deltas = deltasOf(sampled, baseline, () => true);
  const entries: EntryResult[] = first.result.entries.map(({ entry }) => ({
    entry,
    rank: standing.scores[entry] ? rankOf(standing.ahead, entry, members) : null,
    score: standing.scores[entry] ?? null,
    delta: deltas[entry] ?? null,
    tally: null,
    votes: axes.reduce((total, { result }) => total + (result.entries[entry]?.votes ?? 0), 0),
    prompts: Math.max(...axes.map(({ result }) => result.entries[entry]?.prompts ?? 0)),
    carried: null,
    isOpenAbove: false,
    isOpenBelow: false,
  }));
  const others = entries.filter(({ entry }) => !members.includes(entry)).map(({ entry }) => [entry]);
  return {
    key: "total",
    kind: "total",
    direction: "higher",
    weight: 1,
    model: "mean",
    entries,
    beats: standing.beats,
    groups: [members, ...others],
    alpha: null,
    parts: [],
    votes: axes.reduce((total, { result }) => total + result.votes, 0),
    prompts: Math.max(...axes.map(({ result }) => result.prompts)),
  };
};
