import { expect, it } from "vitest";
import { normalCdf, normalQuantile, tCdf, tQuantile } from "./distributions.ts";

it("normalQuantile and normalCdf give the tabled values", () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 6);
  expect(normalCdf(-1.644854)).toBeCloseTo(0.05, 6);
  expect([normalCdf(-40), normalCdf(40)]).toEqual([0, 1]);
});

it.each([
  [1, 12.7062],
  [2, 4.30265],
  [9, 2.26216],
  [30, 2.04227],
  [1_000, 1.96234],
])("tQuantile and tCdf give the tabled values for %d degrees of freedom", (degrees, quantile) => {
  expect(tQuantile(0.975, degrees)).toBeCloseTo(quantile, 3);
  expect(tCdf(-quantile, degrees)).toBeCloseTo(0.025, 5);
});
