import { f64, i32 } from "../math/numbers.ts";
import { type PairCounts, startsOf } from "./count-pairs.ts";
import type { RatingCounts } from "./count-ratings.ts";

interface Cells {
  readonly start: Int32Array;
  readonly cells: Int32Array;
}

/** The cells of these slots, which are renumbered by their index in the list. */
const cellsOf = (start: Int32Array, slots: Int32Array): Cells => {
  const [cells, slotOfCell]: [number[], number[]] = [[], []];
  for (const [place, slot] of slots.entries()) {
    for (let cell = i32(start, slot); cell < i32(start, slot + 1); cell++) {
      cells.push(cell);
      slotOfCell.push(place);
    }
  }
  return { start: startsOf(Int32Array.from(slotOfCell), slots.length), cells: Int32Array.from(cells) };
};

const pickerOf =
  ({ cells }: Pick<Cells, "cells">) =>
  (column: Float64Array): Float64Array =>
    Float64Array.from(cells, (cell) => f64(column, cell));

/** The counts of these cells alone, in this order. */
export const countsOfCells = (counts: PairCounts, cells: Int32Array) => {
  const pick = pickerOf({ cells });
  return {
    scoreLeft: pick(counts.scoreLeft),
    totalLeft: pick(counts.totalLeft),
    scoreRight: pick(counts.scoreRight),
    totalRight: pick(counts.totalRight),
    ties: pick(counts.ties),
    votes: pick(counts.votes),
  };
};

/** Only the judgements about these slots. */
export const votesOfSlots = (counts: PairCounts, slots: Int32Array): PairCounts => {
  const taken = cellsOf(counts.start, slots);
  return {
    entries: counts.entries,
    slots: slots.length,
    first: counts.first,
    second: counts.second,
    start: taken.start,
    pair: taken.cells.map((cell) => i32(counts.pair, cell)),
    ...countsOfCells(counts, taken.cells),
  };
};

/** Only the answers about these slots. */
export const ratingsOfSlots = (counts: RatingCounts, slots: Int32Array): RatingCounts => {
  const taken = cellsOf(counts.start, slots);
  const pick = pickerOf(taken);
  return {
    entries: counts.entries,
    slots: slots.length,
    start: taken.start,
    entry: taken.cells.map((cell) => i32(counts.entry, cell)),
    above: pick(counts.above),
    below: pick(counts.below),
    answers: pick(counts.answers),
    spread: counts.spread,
  };
};
