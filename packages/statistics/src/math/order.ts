import { i32 } from "./numbers.ts";

const DIGIT = 16;

const smallest = (column: Int32Array): number => column.reduce((least, value) => Math.min(least, value), 0);
const largest = (column: Int32Array): number => column.reduce((most, value) => Math.max(most, value), 0);

const sortByDigit = (order: Int32Array, digitOf: (row: number) => number): Int32Array => {
  const starts = new Int32Array(2 ** DIGIT + 1);
  for (const row of order) {
    const digit = digitOf(row) + 1;
    starts[digit] = i32(starts, digit) + 1;
  }
  for (let digit = 1; digit < starts.length; digit++) starts[digit] = i32(starts, digit) + i32(starts, digit - 1);
  const sorted = new Int32Array(order.length);
  for (const row of order) {
    const digit = digitOf(row);
    sorted[i32(starts, digit)] = row;
    starts[digit] = i32(starts, digit) + 1;
  }
  return sorted;
};

/** Row order by the first column, then the second and so on: a radix sort, as there may be millions of rows. */
export const orderBy = (columns: readonly Int32Array[]): Int32Array => {
  let order: Int32Array = new Int32Array(columns[0]?.length ?? 0);
  for (let row = 0; row < order.length; row++) order[row] = row;
  for (const column of [...columns].reverse()) {
    const least = smallest(column);
    const reach = largest(column) - least;
    for (let shift = 0; reach >= 2 ** shift; shift += DIGIT) {
      order = sortByDigit(order, (row) => Math.floor((i32(column, row) - least) / 2 ** shift) % 2 ** DIGIT);
    }
  }
  return order;
};

/** Maps numbers to their rank among the distinct values, so that they can be sorted as integers. */
export const placesOf = (values: Float64Array): { readonly distinct: Float64Array; readonly places: Int32Array } => {
  const distinct = Float64Array.from(new Set(values)).sort();
  const known = new Map<number, number>();
  for (const [place, value] of distinct.entries()) known.set(value, place);
  return { distinct, places: Int32Array.from(values, (value) => known.get(value) ?? 0) };
};
