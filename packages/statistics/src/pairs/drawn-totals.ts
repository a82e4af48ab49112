import { addTo, f64, i32 } from "../math/numbers.ts";
import type { PairCounts } from "./count-pairs.ts";

/** Totals of one resample, overwritten by the next. */
export interface DrawnTotals {
  readonly score: Float64Array;
  readonly total: Float64Array;
  /** Left and right separately: first all pairs whose first entry was on the left, then the same pairs swapped. */
  readonly sideScore: Float64Array;
  readonly sideTotal: Float64Array;
  ties: number;
  votes: number;
}

const WIDTH = 4;

const packCells = (counts: PairCounts): Float64Array => {
  const packed = new Float64Array(WIDTH * counts.pair.length);
  for (let cell = 0; cell < counts.pair.length; cell++) {
    packed[WIDTH * cell] = f64(counts.scoreLeft, cell);
    packed[WIDTH * cell + 1] = f64(counts.totalLeft, cell);
    packed[WIDTH * cell + 2] = f64(counts.scoreRight, cell);
    packed[WIDTH * cell + 3] = f64(counts.totalRight, cell);
  }
  return packed;
};

const tiesBySlot = ({ slots, start, ties }: PairCounts): Float64Array => {
  const bySlot = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    for (let cell = i32(start, slot); cell < i32(start, slot + 1); cell++) addTo(bySlot, slot, f64(ties, cell));
  }
  return bySlot;
};

/** The hot loop of a leaderboard: cells and sums are contiguous in memory. */
const addCells = (
  sums: Float64Array,
  { packed, pair }: { readonly packed: Float64Array; readonly pair: Int32Array },
  { begin, end, factor }: { readonly begin: number; readonly end: number; readonly factor: number },
): void => {
  for (let cell = begin; cell < end; cell++) {
    const [from, to] = [WIDTH * cell, WIDTH * i32(pair, cell)];
    addTo(sums, to, factor * f64(packed, from));
    addTo(sums, to + 1, factor * f64(packed, from + 1));
    addTo(sums, to + 2, factor * f64(packed, from + 2));
    addTo(sums, to + 3, factor * f64(packed, from + 3));
  }
};

const unpack = (sums: Float64Array, totals: DrawnTotals): void => {
  const pairs = totals.score.length;
  totals.votes = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const from = WIDTH * pair;
    totals.sideScore[pair] = f64(sums, from);
    totals.sideTotal[pair] = f64(sums, from + 1);
    totals.sideScore[pair + pairs] = f64(sums, from + 2);
    totals.sideTotal[pair + pairs] = f64(sums, from + 3);
    totals.score[pair] = f64(sums, from) + f64(sums, from + 2);
    totals.total[pair] = f64(sums, from + 1) + f64(sums, from + 3);
    totals.votes += f64(totals.total, pair);
  }
};

/** Sums one resample after another, reusing the buffers. */
export const createAdder = (counts: PairCounts): ((times: Uint16Array) => DrawnTotals) => {
  const pairs = counts.first.length;
  const cells = { packed: packCells(counts), pair: counts.pair };
  const ties = tiesBySlot(counts);
  const sums = new Float64Array(WIDTH * pairs);
  const totals: DrawnTotals = {
    score: new Float64Array(pairs),
    total: new Float64Array(pairs),
    sideScore: new Float64Array(2 * pairs),
    sideTotal: new Float64Array(2 * pairs),
    ties: 0,
    votes: 0,
  };
  return (times) => {
    sums.fill(0);
    totals.ties = 0;
    for (let slot = 0; slot < counts.slots; slot++) {
      const factor = times[slot] as number;
      if (factor === 0) continue;
      totals.ties += factor * f64(ties, slot);
      addCells(sums, cells, { begin: i32(counts.start, slot), end: i32(counts.start, slot + 1), factor });
    }
    unpack(sums, totals);
    return totals;
  };
};
