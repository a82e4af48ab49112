import { expect, it } from "vitest";
import { rankCorrelation } from "./spearman.ts";

const options = { seed: 1, resamples: 300 };
const prompt = Int32Array.from({ length: 40 }, (_, n) => n >> 1);
const x = Float64Array.from({ length: 40 }, (_, n) => n);

it("the rank correlation is one where both rise together, and minus one where one falls", () => {
  expect(rankCorrelation({ x, y: x.map((value) => value ** 3), prompt }, options)?.value).toBeCloseTo(1, 9);
  expect(rankCorrelation({ x, y: x.map((value) => -value), prompt }, options)?.value).toBeCloseTo(-1, 9);
});

it("the ranks of equal values are shared", () => {
  const result = rankCorrelation(
    { x: Float64Array.of(1, 2, 3, 4), y: Float64Array.of(1, 2, 2, 3), prompt: Int32Array.of(0, 1, 2, 3) },
    options,
  );
  expect(result?.value).toBeCloseTo(0.948683, 6);
});

it("the rank correlation is null where one side does not vary", () => {
  expect(rankCorrelation({ x, y: new Float64Array(40).fill(2), prompt }, options)).toBeNull();
});
