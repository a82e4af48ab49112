import type { Aggregation, VoteColumns } from "../board/board-input.ts";
import { addTo, f64, i32 } from "../math/numbers.ts";
import { orderBy } from "../math/order.ts";

/** The prompts that are resampled: those with judgements. */
export interface Slots {
  readonly prompts: Int32Array;
  /** The slot of each prompt, or −1. */
  readonly slotOf: Int32Array;
}

/**
 * Sufficient statistics of the judgements, by slot and pair. Refits sum cells and never iterate over judgements, so a
 * million judgements about the same prompts and pairs cost as much as one each.
 */
export interface PairCounts {
  readonly entries: number;
  readonly slots: number;
  /** The compared pairs, lower entry first. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** The cells of slot s are [start[s], start[s + 1]). */
  readonly start: Int32Array;
  readonly pair: Int32Array;
  /** Score of the first of the pair, and its maximum: when shown on the left, and on the right. */
  readonly scoreLeft: Float64Array;
  readonly totalLeft: Float64Array;
  readonly scoreRight: Float64Array;
  readonly totalRight: Float64Array;
  readonly ties: Float64Array;
  /** Number of judgements, regardless of weight. */
  readonly votes: Float64Array;
}

interface Weighing {
  readonly entries: number;
  readonly promptWeight: Float64Array;
  readonly aggregation: Aggregation;
}

// Sums of multiples of 2⁻²⁰ are exact, so they do not depend on the order of the judgements.
const exact = (weight: number): number => Math.round(weight * 2 ** 20) / 2 ** 20;

const SCORE_OF_A = Float64Array.of(1, 0, 0.5, 0.5);
const A_TIE = 2;

interface Rows {
  readonly lower: Int32Array;
  readonly upper: Int32Array;
  readonly order: Int32Array;
}

const toRows = ({ prompt, a, b }: VoteColumns): Rows => {
  const lower = a.map((one, row) => Math.min(one, i32(b, row)));
  const upper = a.map((one, row) => Math.max(one, i32(b, row)));
  return { lower, upper, order: orderBy([prompt, lower, upper]) };
};

const indexPairs = ({ lower, upper }: Rows, entries: number) => {
  const pairOf = new Int32Array(entries * entries).fill(-1);
  for (const [row, one] of lower.entries()) pairOf[one * entries + i32(upper, row)] = 0;
  const found = [...pairOf.keys()].filter((place) => i32(pairOf, place) === 0);
  for (const [pair, place] of found.entries()) pairOf[place] = pair;
  return {
    pairOf,
    first: Int32Array.from(found, (place) => Math.floor(place / entries)),
    second: Int32Array.from(found, (place) => place % entries),
  };
};

interface Cells {
  readonly slot: Int32Array;
  readonly pair: Int32Array;
  readonly scoreLeft: Float64Array;
  readonly totalLeft: Float64Array;
  readonly scoreRight: Float64Array;
  readonly totalRight: Float64Array;
  readonly ties: Float64Array;
  readonly votes: Float64Array;
}

const emptyCells = (most: number): Cells => ({
  slot: new Int32Array(most),
  pair: new Int32Array(most),
  scoreLeft: new Float64Array(most),
  totalLeft: new Float64Array(most),
  scoreRight: new Float64Array(most),
  totalRight: new Float64Array(most),
  ties: new Float64Array(most),
  votes: new Float64Array(most),
});

const addVote = (cells: Cells, cell: number, votes: VoteColumns, row: number, isA: boolean): void => {
  const outcome = votes.outcome[row] as number;
  const scoreOfA = f64(SCORE_OF_A, outcome);
  const isLeft = isA === (votes.wasSwapped[row] === 0);
  const weight = exact(f64(votes.weight, row));
  addTo(isLeft ? cells.scoreLeft : cells.scoreRight, cell, weight * (isA ? scoreOfA : 1 - scoreOfA));
  addTo(isLeft ? cells.totalLeft : cells.totalRight, cell, weight);
  addTo(cells.votes, cell, 1);
  if (outcome >= A_TIE) addTo(cells.ties, cell, weight);
};

const weighCell = (cells: Cells, cell: number, { aggregation }: Weighing, promptWeight: number): void => {
  const whole = aggregation === "Average" ? f64(cells.totalLeft, cell) + f64(cells.totalRight, cell) : 1;
  const factor = whole > 0 ? promptWeight / whole : 0;
  for (const column of [cells.scoreLeft, cells.totalLeft, cells.scoreRight, cells.totalRight, cells.ties]) {
    column[cell] = f64(column, cell) * factor;
  }
};

/** A tie, or two clips that are both bad, counts as half a win for each. */
export const countPairs = (votes: VoteColumns, slots: Slots, weighing: Weighing): PairCounts => {
  const { entries } = weighing;
  const rows = toRows(votes);
  const { pairOf, first, second } = indexPairs(rows, entries);
  const cells = emptyCells(votes.prompt.length);
  let last = -1;
  for (const row of rows.order) {
    const slot = i32(slots.slotOf, i32(votes.prompt, row));
    const lower = i32(rows.lower, row);
    const pair = i32(pairOf, lower * entries + i32(rows.upper, row));
    if (last < 0 || i32(cells.slot, last) !== slot || i32(cells.pair, last) !== pair) {
      last += 1;
      cells.slot[last] = slot;
      cells.pair[last] = pair;
    }
    addVote(cells, last, votes, row, lower === i32(votes.a, row));
  }
  const length = last + 1;
  for (let cell = 0; cell < length; cell++) {
    weighCell(cells, cell, weighing, f64(weighing.promptWeight, i32(slots.prompts, i32(cells.slot, cell))));
  }
  return {
    entries,
    slots: slots.prompts.length,
    first,
    second,
    start: startsOf(cells.slot.subarray(0, length), slots.prompts.length),
    pair: cells.pair.slice(0, length),
    scoreLeft: cells.scoreLeft.slice(0, length),
    totalLeft: cells.totalLeft.slice(0, length),
    scoreRight: cells.scoreRight.slice(0, length),
    totalRight: cells.totalRight.slice(0, length),
    ties: cells.ties.slice(0, length),
    votes: cells.votes.slice(0, length),
  };
};

/** Start of each slot's cells; the cells must be sorted by slot. */
export const startsOf = (cellSlot: Int32Array, slots: number): Int32Array => {
  const start = new Int32Array(slots + 1);
  for (const slot of cellSlot) start[slot + 1] = i32(start, slot + 1) + 1;
  for (let slot = 0; slot < slots; slot++) start[slot + 1] = i32(start, slot + 1) + i32(start, slot);
  return start;
};
