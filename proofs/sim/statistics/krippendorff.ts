import { emptyRatings, type RatingColumns } from "@dailies/statistics/board/board-input";

/** As published for the example below. */
export const KRIPPENDORFF = { nominal: "0.743", ordinal: "0.815", interval: "0.849", ratio: "0.797" } as const;

/** Four observers and twelve units; zero is a missing answer. */
const ANSWERS = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
  [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
] as const;

export const krippendorffRatings = (): RatingColumns => {
  const given = ANSWERS.flatMap((answers) =>
    answers.map((value, unit) => ({ unit, value })).filter(({ value }) => value > 0),
  );
  const ratings = emptyRatings(given.length);
  for (const [row, { unit, value }] of given.entries()) {
    ratings.prompt[row] = unit;
    ratings.value[row] = value;
  }
  return ratings;
};
