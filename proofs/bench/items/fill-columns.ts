// Arrow columns of synthetic rows, written directly into typed arrays: ten million rows take seconds, not minutes.
import { Bool, type Data, Float64, Int32, Int64, makeData, Utf8 } from "apache-arrow";
import type { Seeded } from "../../seeded.ts";

export type Draw = (row: number) => number;

export const wholeNumbers = (rows: number, draw: Draw): Data<Int32> =>
  makeData({ type: new Int32(), length: rows, data: Int32Array.from({ length: rows }, (_, row) => draw(row)) });

export const bigNumbers = (rows: number, draw: Draw): Data<Int64> => {
  const data = new BigInt64Array(rows);
  for (let row = 0; row < rows; row++) data[row] = BigInt(draw(row));
  return makeData({ type: new Int64(), length: rows, data });
};

export const numbers = (rows: number, draw: Draw): Data<Float64> => {
  const data = new Float64Array(rows);
  for (let row = 0; row < rows; row++) data[row] = draw(row);
  return makeData({ type: new Float64(), length: rows, data });
};

export const booleans = (rows: number, draw: Draw): Data<Bool> => {
  const data = new Uint8Array(Math.ceil(rows / 8));
  for (let row = 0; row < rows; row++) if (draw(row) > 0) data[row >> 3] = (data[row >> 3] ?? 0) | (1 << (row & 7));
  return makeData({ type: new Bool(), length: rows, data });
};

/** Each row takes one text of the pool. */
export const texts = (rows: number, pool: readonly Uint8Array[], draw: Draw): Data<Utf8> => {
  const valueOffsets = new Int32Array(rows + 1);
  const chosen = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    chosen[row] = draw(row);
    valueOffsets[row + 1] = (valueOffsets[row] ?? 0) + (pool[chosen[row] ?? 0]?.length ?? 0);
  }
  const data = new Uint8Array(valueOffsets[rows] ?? 0);
  for (let row = 0; row < rows; row++) data.set(pool[chosen[row] ?? 0] ?? [], valueOffsets[row]);
  return makeData({ type: new Utf8(), length: rows, valueOffsets, data });
};

export const nothing = (rows: number): Data<Utf8> =>
  makeData({
    type: new Utf8(),
    length: rows,
    nullCount: rows,
    nullBitmap: new Uint8Array(Math.ceil(rows / 8)),
    valueOffsets: new Int32Array(rows + 1),
    data: new Uint8Array(0),
  });

const encoder = new TextEncoder();
export const poolOf = (words: readonly string[]): Uint8Array[] => words.map((word) => encoder.encode(word));

const SUBJECTS = ["a dog", "two children", "a red car", "an old man", "a river", "the crowd", "a dancer", "smoke"];
const ACTS = ["runs through", "stands in", "looks at", "falls into", "turns away from", "slowly crosses", "lights up"];
const PLACES = ["a wet street", "the kitchen", "a field at dawn", "an empty hall", "the snow", "a market", "the sea"];

/** Captions of about sixty characters, each several times in the dataset. */
export const captions = (count: number, random: Seeded): Uint8Array[] =>
  poolOf(
    Array.from({ length: count }, (_, n) => {
      const parts = [random.pick(SUBJECTS), random.pick(ACTS), random.pick(PLACES)];
      return `${parts.join(" ")}, take ${n} of the day`;
    }),
  );
