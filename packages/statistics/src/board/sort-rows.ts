import { f64, i32 } from "../math/numbers.ts";
import { orderBy, placesOf } from "../math/order.ts";
import type { RatingColumns, VoteColumns } from "./board-input.ts";

const pick = (column: Int32Array, order: Int32Array): Int32Array => order.map((row) => i32(column, row));

/** Judgements in canonical order, lower entry first, independent of the input order and sides. */
export const sortVotes = (votes: VoteColumns): VoteColumns => {
  const isTurned = votes.a.map((a, row) => (a > i32(votes.b, row) ? 1 : 0));
  const turn = (one: Int32Array, other: Int32Array): Int32Array =>
    one.map((value, row) => (i32(isTurned, row) === 1 ? i32(other, row) : value));
  const outcome = Int32Array.from(votes.outcome, (code, row) =>
    code < 2 && i32(isTurned, row) === 1 ? 1 - code : code,
  );
  const wasSwapped = Int32Array.from(votes.wasSwapped, (code, row) => (i32(isTurned, row) === 1 ? 1 - code : code));
  const [a, b] = [turn(votes.a, votes.b), turn(votes.b, votes.a)];
  const { distinct, places } = placesOf(votes.weight);
  const order = orderBy([votes.prompt, votes.sample, a, b, outcome, wasSwapped, votes.rater, places]);
  return {
    prompt: pick(votes.prompt, order),
    sample: pick(votes.sample, order),
    a: pick(a, order),
    b: pick(b, order),
    outcome: Uint8Array.from(pick(outcome, order)),
    wasSwapped: Uint8Array.from(pick(wasSwapped, order)),
    rater: pick(votes.rater, order),
    weight: Float64Array.from(order, (row) => f64(distinct, i32(places, row))),
  };
};

/** Ratings in canonical order; equal answers about one clip are merged into one row. */
export const sortRatings = (ratings: RatingColumns): RatingColumns => {
  const { distinct, places } = placesOf(ratings.value);
  const keys = [ratings.prompt, ratings.entry, ratings.sample, ratings.part, places];
  const order = orderBy(keys);
  const kept = new Int32Array(order.length);
  const count = new Int32Array(order.length);
  let rows = 0;
  for (const row of order) {
    if (i32(ratings.count, row) === 0) continue;
    const last = rows === 0 ? -1 : i32(kept, rows - 1);
    if (last < 0 || keys.some((key) => i32(key, row) !== i32(key, last))) {
      kept[rows] = row;
      rows += 1;
    }
    count[rows - 1] = i32(count, rows - 1) + i32(ratings.count, row);
  }
  const used = kept.subarray(0, rows);
  return {
    prompt: pick(ratings.prompt, used),
    entry: pick(ratings.entry, used),
    sample: pick(ratings.sample, used),
    part: pick(ratings.part, used),
    value: Float64Array.from(used, (row) => f64(distinct, i32(places, row))),
    count: count.slice(0, rows),
  };
};
