import { expect, it } from "vitest";
import { seededRandom } from "./random.ts";

it("the random generator gives the same numbers for a seed on every machine", () => {
  const random = seededRandom(20_261_115);
  expect(Array.from({ length: 5 }, () => random.below(1_000_000))).toEqual([640814, 744511, 363664, 331610, 586373]);
  expect(seededRandom(2 ** 40 + 1).unit()).not.toBe(seededRandom(1).unit());
});

it("the random numbers are spread evenly", () => {
  const random = seededRandom(1);
  const counts = new Array<number>(10).fill(0);
  for (let n = 0; n < 100_000; n++) {
    const at = random.below(10);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(700);
  const mean = Array.from({ length: 10_000 }, () => random.unit()).reduce((sum, value) => sum + value, 0) / 10_000;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
});

it("the random generator refuses a seed that is no whole number", () => {
  expect(() => seededRandom(0.5)).toThrow(RangeError);
});
