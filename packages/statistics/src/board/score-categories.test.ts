import { expect, it } from "vitest";
import { computeBoard } from "../compute-board.ts";
import { anInput, choice, type PlainRating, type PlainVote, ratingsOf, votesOf } from "../testing/boards.ts";

const OPTIONS = { seed: 1, resamples: 400 };
const CATEGORIES = ["motion", "text"];

/** The first thirty prompts are of the first category and the last two of the second. */
const category = Int32Array.from({ length: 32 }, (_, prompt) => (prompt < 30 ? 0 : 1));

const votes = Array.from({ length: 32 }, (_, prompt) =>
  Array.from({ length: 6 }, (_none, n): PlainVote => [prompt, 0, 1, (n + prompt) % 3 === 0 ? "b" : "a"]),
).flat();

it("every category score of pairwise judgements lies in its interval, which is wider with fewer prompts", () => {
  const input = anInput({ entries: 2, prompts: 32, category, categories: CATEGORIES, axes: [choice(votesOf(votes))] });
  const [motion, text] = computeBoard(input, OPTIONS).categories;
  for (const { scores, intervals } of [motion, text].filter((one) => one !== undefined)) {
    expect(intervals).toHaveLength(2);
    for (const [entry, interval] of intervals.entries()) {
      expect(interval?.value).toBeCloseTo(scores[entry] ?? Number.NaN, 6);
      expect(interval?.low).toBeLessThanOrEqual(scores[entry] ?? Number.NaN);
      expect(interval?.high).toBeGreaterThanOrEqual(scores[entry] ?? Number.NaN);
    }
  }
  expect((motion?.scores[0] ?? 0) - (motion?.scores[1] ?? 0)).toBeGreaterThan(80);
});

it("a category with a single prompt has a score and no interval", () => {
  const alone = Int32Array.from({ length: 32 }, (_, prompt) => (prompt < 31 ? 0 : 1));
  const input = anInput({
    entries: 2,
    prompts: 32,
    category: alone,
    categories: CATEGORIES,
    axes: [choice(votesOf(votes))],
  });
  const [, text] = computeBoard(input, OPTIONS).categories;
  expect(text?.scores[0]).toBeGreaterThan(1000);
  expect(text?.intervals).toEqual([null, null]);
});

it("category means of ratings carry intervals that narrow with more prompts", () => {
  const ratings = Array.from({ length: 32 }, (_, prompt): PlainRating[] => [
    [prompt, 0, 3 + (prompt % 3)],
    [prompt, 1, 2 + (prompt % 2)],
  ]).flat();
  const axis = { kind: "number", key: "q", direction: "higher", weight: 1, level: "interval", parts: [] } as const;
  const axes = [{ ...axis, ratings: ratingsOf(ratings) }];
  const [motion, text] = computeBoard(
    anInput({ entries: 2, prompts: 32, category, categories: CATEGORIES, axes }),
    OPTIONS,
  ).categories;
  const widthOf = (one: typeof motion) => (one?.intervals[0]?.high ?? 0) - (one?.intervals[0]?.low ?? 0);
  expect(motion?.scores[0]).toBeCloseTo(4, 6);
  expect(widthOf(motion)).toBeGreaterThan(0);
  expect(widthOf(text)).toBeGreaterThan(widthOf(motion));
});
