import type { PairCounts } from "../pairs/count-pairs.ts";
import { createAdder, type DrawnTotals } from "../pairs/drawn-totals.ts";
import { createFit } from "./fit-strengths.ts";
import { addTo, f64, i32, sum } from "./numbers.ts";
import { type Resamples, timesOf } from "./resamples.ts";

export interface Strengths {
  /** In logits, centred. */
  readonly point: Float64Array;
  /** One row per resample; NaN when it drew no judgements of the entry. */
  readonly samples: Float64Array;
  /** Position bias in logits, positive for the left, if requested. */
  readonly side: { readonly point: number; readonly samples: Float64Array } | null;
  /** Logarithm of the tie parameter in Davidson's model. */
  readonly tie: number | null;
  /** Number of resamples in which each entry won, or lost, everything, so that only the ridge bounds it. */
  readonly wonAll: Int32Array;
  readonly lostAll: Int32Array;
}

export interface StrengthOptions {
  readonly hasTies: boolean;
  readonly hasSide: boolean;
}

const createExtremes = (counts: PairCounts) => {
  const [score, total] = [new Float64Array(counts.entries), new Float64Array(counts.entries)];
  const [wonAll, lostAll] = [new Int32Array(counts.entries), new Int32Array(counts.entries)];
  const look = (totals: DrawnTotals): void => {
    score.fill(0);
    total.fill(0);
    for (let pair = 0; pair < counts.first.length; pair++) {
      const [one, other, whole] = [i32(counts.first, pair), i32(counts.second, pair), f64(totals.total, pair)];
      addTo(score, one, f64(totals.score, pair));
      addTo(score, other, whole - f64(totals.score, pair));
      addTo(total, one, whole);
      addTo(total, other, whole);
    }
    for (let entry = 0; entry < counts.entries; entry++) {
      if (f64(total, entry) === 0) continue;
      if (f64(score, entry) === f64(total, entry)) wonAll[entry] = i32(wonAll, entry) + 1;
      if (f64(score, entry) === 0) lostAll[entry] = i32(lostAll, entry) + 1;
    }
  };
  return { wonAll, lostAll, look };
};

type Solve = (totals: DrawnTotals) => Float64Array;

/** Every fit starts at the fit of all judgements. */
const createSolver = (
  counts: PairCounts,
  hasTies: boolean,
  pick: (totals: DrawnTotals) => { readonly score: Float64Array; readonly total: Float64Array },
  side: Float64Array | null,
): Solve => {
  const { entries, first, second } = counts;
  const pairs = first.length;
  const repeat = (column: Int32Array): Int32Array =>
    side === null ? column : Int32Array.from({ length: 2 * pairs }, (_, at) => i32(column, at % pairs));
  const fit = createFit({ entries, first: repeat(first), second: repeat(second), side, hasTies });
  const params = new Float64Array(fit.size);
  let best: Float64Array | null = null;
  return (totals) => {
    if (best !== null) params.set(best);
    if (!fit.solve({ ...pick(totals), ties: totals.ties }, params)) throw new Error("the strengths did not converge");
    best ??= params.slice();
    return params;
  };
};

const createSideSolver = (counts: PairCounts, hasTies: boolean): Solve => {
  const pairs = counts.first.length;
  const side = Float64Array.from({ length: 2 * pairs }, (_, at) => (at < pairs ? 1 : -1));
  return createSolver(counts, hasTies, ({ sideScore, sideTotal }) => ({ score: sideScore, total: sideTotal }), side);
};

const centre = (params: Float64Array, entries: number, into: Float64Array): void => {
  const mean = sum(params.subarray(0, entries)) / entries;
  for (let entry = 0; entry < entries; entry++) into[entry] = f64(params, entry) - mean;
};

/** Strengths of a connected set of entries: the point estimate, and one per resample. */
export const sampleStrengths = (
  counts: PairCounts,
  resamples: Resamples,
  { hasTies, hasSide }: StrengthOptions,
): Strengths => {
  const { entries } = counts;
  const add = createAdder(counts);
  const solve = createSolver(counts, hasTies, (totals) => totals, null);
  const solveSide = hasSide ? createSideSolver(counts, hasTies) : null;
  const all = add(new Uint16Array(counts.slots).fill(1));
  const best = solve(all);
  const tie = hasTies ? f64(best, entries) : null;
  const point = new Float64Array(entries);
  centre(best, entries, point);
  const side = solveSide && {
    point: f64(solveSide(all), entries),
    samples: new Float64Array(resamples.count).fill(Number.NaN),
  };

  const samples = new Float64Array(resamples.count * entries).fill(Number.NaN);
  const extremes = createExtremes(counts);
  for (let n = 0; n < resamples.count; n++) {
    const totals = add(timesOf(resamples, n));
    if (totals.votes === 0) continue;
    centre(solve(totals), entries, samples.subarray(n * entries, (n + 1) * entries));
    if (solveSide && side) side.samples[n] = f64(solveSide(totals), entries);
    extremes.look(totals);
  }
  return { point, samples, side, tie, wonAll: extremes.wonAll, lostAll: extremes.lostAll };
};
