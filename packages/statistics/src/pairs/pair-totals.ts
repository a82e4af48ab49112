import { addTo, f64, i32, sum } from "../math/numbers.ts";
import type { PairCounts } from "./count-pairs.ts";
import { startsOf } from "./count-pairs.ts";
import { countsOfCells } from "./take-slots.ts";

/** Cells summed over slots. */
export interface PairTotals {
  readonly score: Float64Array;
  readonly total: Float64Array;
  readonly ties: Float64Array;
}

/** Weights every slot by the number of its draws; without draws, by one. */
export const addUp = (counts: PairCounts, times: Uint16Array | null): PairTotals => {
  const pairs = counts.first.length;
  const totals = { score: new Float64Array(pairs), total: new Float64Array(pairs), ties: new Float64Array(pairs) };
  for (let slot = 0; slot < counts.slots; slot++) {
    const factor = times === null ? 1 : (times[slot] as number);
    for (let cell = i32(counts.start, slot); cell < i32(counts.start, slot + 1); cell++) {
      const pair = i32(counts.pair, cell);
      addTo(totals.score, pair, factor * (f64(counts.scoreLeft, cell) + f64(counts.scoreRight, cell)));
      addTo(totals.total, pair, factor * (f64(counts.totalLeft, cell) + f64(counts.totalRight, cell)));
      addTo(totals.ties, pair, factor * f64(counts.ties, cell));
    }
  }
  return totals;
};

/** Only the judgements among these entries, renumbered by their index in the list. */
export const restrictTo = (counts: PairCounts, members: readonly number[]): PairCounts => {
  const placeOf = new Int32Array(counts.entries).fill(-1);
  for (const [place, member] of members.entries()) placeOf[member] = place;
  const pairOf = new Int32Array(counts.first.length).fill(-1);
  const kept: number[] = [];
  for (let pair = 0; pair < counts.first.length; pair++) {
    if (i32(placeOf, i32(counts.first, pair)) < 0 || i32(placeOf, i32(counts.second, pair)) < 0) continue;
    pairOf[pair] = kept.push(pair) - 1;
  }
  const cells = counts.pair.map((_, cell) => cell).filter((cell) => i32(pairOf, i32(counts.pair, cell)) >= 0);
  const slotOfCell = new Int32Array(counts.pair.length);
  for (let slot = 0; slot < counts.slots; slot++)
    slotOfCell.fill(slot, i32(counts.start, slot), i32(counts.start, slot + 1));
  return {
    entries: members.length,
    slots: counts.slots,
    first: Int32Array.from(kept, (pair) => i32(placeOf, i32(counts.first, pair))),
    second: Int32Array.from(kept, (pair) => i32(placeOf, i32(counts.second, pair))),
    start: startsOf(
      cells.map((cell) => i32(slotOfCell, cell)),
      counts.slots,
    ),
    pair: cells.map((cell) => i32(pairOf, i32(counts.pair, cell))),
    ...countsOfCells(counts, cells),
  };
};

/** Share of ties and both-bad judgements. */
export const tieShareOf = (counts: PairCounts): number | null => {
  const all = sum(counts.totalLeft) + sum(counts.totalRight);
  return all > 0 ? sum(counts.ties) / all : null;
};

/** Effective sample size (Kish): the number of equally weighted prompts with the same precision, per entry and in total. */
export const effectivePrompts = (counts: PairCounts): { readonly entry: Float64Array; readonly all: number } => {
  const { entries, start, pair, first, second } = counts;
  const [plain, squared] = [new Float64Array(entries + 1), new Float64Array(entries + 1)];
  const here = new Float64Array(entries + 1);
  for (let slot = 0; slot < counts.slots; slot++) {
    here.fill(0);
    for (let cell = i32(start, slot); cell < i32(start, slot + 1); cell++) {
      const weight = f64(counts.totalLeft, cell) + f64(counts.totalRight, cell);
      addTo(here, i32(first, i32(pair, cell)), weight);
      addTo(here, i32(second, i32(pair, cell)), weight);
      addTo(here, entries, weight);
    }
    for (let at = 0; at <= entries; at++) {
      addTo(plain, at, f64(here, at));
      addTo(squared, at, f64(here, at) ** 2);
    }
  }
  const kish = plain.map((value, at) => (value > 0 ? value ** 2 / f64(squared, at) : 0));
  return { entry: kish.subarray(0, entries), all: f64(kish, entries) };
};
