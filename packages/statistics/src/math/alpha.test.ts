import { expect, it } from "vitest";
import { rowsOfRatings, rowsOfVotes } from "../board/agreement-rows.ts";
import { ratingsOf, votesOf } from "../testing/boards.ts";
import { alphaOf } from "./alpha.ts";

// Krippendorff's example with four observers and twelve units; zero is a missing answer.
const options = { seed: 1, resamples: 500 };

const example = () =>
  ratingsOf(
    [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
      [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
    ].flatMap((answers) => answers.map((value, unit) => [unit, 0, value] as const).filter(([, , value]) => value > 0)),
  );

it.each([
  ["nominal", 0.743],
  ["ordinal", 0.815],
  ["interval", 0.849],
  ["ratio", 0.797],
] as const)("Krippendorff's alpha gives the published value for %s answers", (level, published) => {
  const alpha = alphaOf([rowsOfRatings(example(), 0)], level, options);
  expect(alpha?.value).toBeCloseTo(published, 3);
  expect(alpha?.units).toBe(11);
  expect(alpha?.low ?? 1).toBeLessThan(published);
  expect(alpha?.high ?? 0).toBeGreaterThan(published);
});

it("Krippendorff's alpha is undefined where nothing varies, and absent where nobody was asked twice", () => {
  const same = ratingsOf([
    [0, 0, 4],
    [0, 0, 4],
    [1, 0, 4],
    [1, 0, 4],
  ]);
  expect(alphaOf([rowsOfRatings(same, 0)], "interval", options)).toMatchObject({ value: null, low: null, units: 2 });
  expect(alphaOf([rowsOfRatings(ratingsOf([[0, 0, 4]]), 0)], "interval", options)).toBeNull();
});

it("Krippendorff's alpha counts equal answers in one row like single ones", () => {
  const one = ratingsOf([
    [0, 0, 1, 0, 2],
    [0, 0, 2],
    [1, 0, 2, 0, 2],
  ]);
  const all = ratingsOf([
    [0, 0, 1],
    [1, 0, 2],
    [0, 0, 2],
    [0, 0, 1],
    [1, 0, 2],
  ]);
  const value = alphaOf([rowsOfRatings(one, 0)], "ordinal", options);
  expect(value).toEqual(alphaOf([rowsOfRatings(all, 0)], "ordinal", options));
});

it("Krippendorff's alpha reads votes whatever way round the pair was stored", () => {
  const votes = votesOf([
    [0, 0, 1, "a"],
    [0, 1, 0, "b"],
    [1, 0, 1, "b"],
    [1, 1, 0, "a"],
    [2, 0, 1, "both_bad"],
    [2, 0, 1, "tie"],
  ]);
  expect(alphaOf([rowsOfVotes(votes)], "nominal", options)?.value).toBe(1);
});

it("Krippendorff's alpha does not take options that are always chosen for agreement", () => {
  const always = ratingsOf(Array.from({ length: 20 }, (_, n) => [n % 10, 0, 1] as const));
  const tossed = ratingsOf(Array.from({ length: 20 }, (_, n) => [n % 10, 0, n < 10 ? 1 : 0] as const));
  const alpha = alphaOf([rowsOfRatings(always, 0), rowsOfRatings(tossed, 0)], "nominal", options);
  expect(alpha?.value).toBeLessThan(0);
});
