import type { AgreementRows } from "../math/alpha.ts";
import { i32 } from "../math/numbers.ts";
import { orderBy, placesOf } from "../math/order.ts";
import type { RatingColumns, VoteColumns } from "./board-input.ts";

interface Answers {
  readonly prompt: Int32Array;
  /** Columns that identify what two answers about one prompt refer to. */
  readonly about: readonly Int32Array[];
  readonly place: Int32Array;
  readonly count: Int32Array;
  readonly distinct: Float64Array;
}

/** Rows of the units with two answers or more; equal answers about one unit are merged. */
const toRows = ({ prompt, about, place, count, distinct }: Answers): AgreementRows => {
  const keys = [prompt, ...about];
  const order = orderBy([...keys, place]);
  const isSame = (row: number, other: number): boolean => keys.every((key) => i32(key, row) === i32(key, other));
  const [unit, places, counts, prompts]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let begin = 0; begin < order.length; ) {
    let [end, answers] = [begin, 0];
    while (end < order.length && isSame(i32(order, end), i32(order, begin))) answers += i32(count, i32(order, end++));
    for (let at = begin; at < end && answers > 1; at++) {
      const row = i32(order, at);
      const isRepeated = at > begin && places.at(-1) === i32(place, row);
      if (isRepeated) counts.push((counts.pop() ?? 0) + i32(count, row));
      else {
        unit.push(prompts.length);
        places.push(i32(place, row));
        counts.push(i32(count, row));
      }
    }
    if (answers > 1) prompts.push(i32(prompt, i32(order, begin)));
    begin = end;
  }
  return {
    unit: Int32Array.from(unit),
    place: Int32Array.from(places),
    count: Float64Array.from(counts),
    distinct,
    units: prompts.length,
    prompt: Int32Array.from(prompts),
  };
};

const FIRST_WINS = 0;
const SECOND_WINS = 1;
const NEITHER = 2;

/** The first of the pair, the second or neither: a rater who calls both bad prefers neither. */
export const rowsOfVotes = ({ prompt, sample, a, b, outcome }: VoteColumns): AgreementRows => {
  const lower = a.map((one, row) => Math.min(one, i32(b, row)));
  const upper = a.map((one, row) => Math.max(one, i32(b, row)));
  const place = Int32Array.from(outcome, (code, row) => {
    if (code > SECOND_WINS) return NEITHER;
    return (code === FIRST_WINS) === (i32(a, row) === i32(lower, row)) ? FIRST_WINS : SECOND_WINS;
  });
  return toRows({
    prompt,
    about: [sample, lower, upper],
    place,
    count: new Int32Array(outcome.length).fill(1),
    distinct: Float64Array.of(FIRST_WINS, SECOND_WINS, NEITHER),
  });
};

export const rowsOfRatings = (ratings: RatingColumns, part: number): AgreementRows => {
  const rows = ratings.part.map((_, row) => row).filter((row) => i32(ratings.part, row) === part);
  const pick = (column: Int32Array): Int32Array => rows.map((row) => i32(column, row));
  const { distinct, places } = placesOf(Float64Array.from(rows, (row) => ratings.value[row] as number));
  return toRows({
    prompt: pick(ratings.prompt),
    about: [pick(ratings.entry), pick(ratings.sample)],
    place: places,
    count: pick(ratings.count),
    distinct,
  });
};

/** One answer for each row: the number of the unit, and the value. */
export const rowsOfAnswers = (unit: Int32Array, value: Float64Array): AgreementRows => {
  const { distinct, places } = placesOf(value);
  return toRows({ prompt: unit, about: [], place: places, count: new Int32Array(unit.length).fill(1), distinct });
};
