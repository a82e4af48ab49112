import { expect, it } from "vitest";
import { overlapOf } from "../pairs/overlap.ts";
import { intervalOf, probabilityOf, stretchOf } from "./intervals.ts";

const samples = Float64Array.from({ length: 999 }, (_, n) => (n - 499) / 100);

it("an interval is wider the fewer prompts there are", () => {
  expect(stretchOf(10)).toBeCloseTo(1.2166, 3);
  expect(stretchOf(10_000)).toBeCloseTo(1, 3);
  const few = intervalOf(0, samples, 10);
  const many = intervalOf(0, samples, 10_000);
  expect(many).toMatchObject({ value: 0, low: expect.closeTo(-4.75, 2), high: expect.closeTo(4.75, 2) });
  expect((few?.high ?? 0) / (many?.high ?? 1)).toBeCloseTo(1.2166, 2);
});

it("an interval needs two prompts, and always contains its value", () => {
  expect(intervalOf(0, samples, 1)).toBeNull();
  expect(intervalOf(100, samples, 50)?.high).toBe(100);
  expect(intervalOf(Number.NaN, samples, 50)).toBeNull();
});

it("a probability is less certain with few prompts, in step with the intervals, and never quite certain", () => {
  expect(probabilityOf(0.5, 1_000, 10)).toBeCloseTo(0.5, 9);
  expect(probabilityOf(1, 1_000, 10)).toBeLessThan(0.999);
  expect(probabilityOf(0.99, 1_000, 10)).toBeLessThan(probabilityOf(0.99, 1_000, 1_000));
  expect(probabilityOf(0.2, 1_000, 10)).toBeCloseTo(1 - probabilityOf(0.8, 1_000, 10), 9);
});

it("overlapOf gives the share by which two intervals overlap", () => {
  const at = (low: number, high: number) => ({ value: (low + high) / 2, low, high });
  expect(overlapOf(at(0, 2), at(3, 5))).toBe(0);
  expect(overlapOf(at(0, 4), at(2, 4))).toBe(1);
  expect(overlapOf(at(0, 4), at(3, 7))).toBe(0.25);
  expect(overlapOf(null, at(0, 1))).toBe(1);
});
