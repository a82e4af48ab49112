import { expect, it } from "vitest";
import { drawIndex } from "./use-walk.ts";

const draws = (seed: number, samples: number, times: number): number[] =>
  Array.from({ length: times }, (_, draw) => drawIndex(seed, draw, samples));

it("drawIndex draws the same samples for the same seed and others for another seed", () => {
  expect(draws(7, 1_000_000, 5)).toEqual(draws(7, 1_000_000, 5));
  expect(draws(7, 1_000_000, 5)).not.toEqual(draws(8, 1_000_000, 5));
});

it("drawIndex stays within the set and reaches all of it evenly", () => {
  const tenths = new Array<number>(10).fill(0);
  for (const index of draws(1, 1_000_000_000, 20_000)) {
    expect(index).toBeGreaterThanOrEqual(0);
    expect(index).toBeLessThan(1_000_000_000);
    const tenth = Math.floor(index / 100_000_000);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(Math.min(...tenths)).toBeGreaterThan(1_800);
  expect(drawIndex(1, 1, 1)).toBe(0);
});
