import type { SpecOf } from "@dailies/contract";

/** Labelled points from the lowest up; values below zero favour the clip on the left. */
const pointsFrom = (min: number, words: readonly string[]): SpecOf<"number"> => ({
  type: "number",
  min,
  max: min + words.length - 1,
  is_integer: true,
  display: "likert",
  labels: words.map((said, index) => ({ value: min + index, words: said })),
});

export const WHICH = pointsFrom(-1, ["A is better", "About the same", "B is better"]);

export const HOW_MUCH = pointsFrom(-3, [
  "A is much better",
  "A is better",
  "A is slightly better",
  "About the same",
  "B is slightly better",
  "B is better",
  "B is much better",
]);

export const FIVE_GRADES = pointsFrom(1, ["Bad", "Poor", "Fair", "Good", "Excellent"]);
