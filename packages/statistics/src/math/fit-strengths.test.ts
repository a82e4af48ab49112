import { expect, it } from "vitest";
import { createFit } from "./fit-strengths.ts";

const two = { entries: 2, first: Int32Array.of(0), second: Int32Array.of(1) };

it("the strength fit gives two entries the logarithm of their odds", () => {
  const params = new Float64Array(2);
  const fit = createFit({ ...two, side: null, hasTies: false });
  expect(fit.solve({ score: Float64Array.of(750), total: Float64Array.of(1_000), ties: 0 }, params)).toBe(true);
  expect((params[0] ?? 0) - (params[1] ?? 0)).toBeCloseTo(Math.log(3), 4);
  expect((params[0] ?? 0) + (params[1] ?? 0)).toBeCloseTo(0, 9);
});

it("the strength fit finds the side by itself where sides were even", () => {
  const params = new Float64Array(3);
  const fit = createFit({
    entries: 2,
    first: Int32Array.of(0, 0),
    second: Int32Array.of(1, 1),
    side: Float64Array.of(1, -1),
    hasTies: false,
  });
  // On the left the first wins with odds 6, on the right with 1.5: strength ln 3 and position bias ln 2.
  const score = Float64Array.of((6 / 7) * 10_000, 0.6 * 10_000);
  expect(fit.solve({ score, total: Float64Array.of(10_000, 10_000), ties: 0 }, params)).toBe(true);
  expect((params[0] ?? 0) - (params[1] ?? 0)).toBeCloseTo(Math.log(3), 4);
  expect(params[2]).toBeCloseTo(Math.log(2), 4);
});

it("the strength fit gives Davidson's model the odds of decided votes and the weight of ties", () => {
  const params = new Float64Array(3);
  const fit = createFit({ ...two, side: null, hasTies: true });
  // 400 wins, 100 losses, 500 ties: odds of 4, and 500 = ν √(400 · 100).
  expect(fit.solve({ score: Float64Array.of(650), total: Float64Array.of(1_000), ties: 500 }, params)).toBe(true);
  expect((params[0] ?? 0) - (params[1] ?? 0)).toBeCloseTo(Math.log(4), 3);
  expect(Math.exp(params[2] ?? 0)).toBeCloseTo(2.5, 3);
});

it("the strength fit reaches the summit from far away and where one won everything", () => {
  const fit = createFit({ ...two, side: null, hasTies: false });
  for (const start of [-30, 0, 30]) {
    const params = Float64Array.of(start, -start);
    expect(fit.solve({ score: Float64Array.of(40), total: Float64Array.of(100), ties: 0 }, params)).toBe(true);
    expect((params[0] ?? 0) - (params[1] ?? 0)).toBeCloseTo(Math.log(4 / 6), 3);
  }
  const params = new Float64Array(2);
  expect(fit.solve({ score: Float64Array.of(100), total: Float64Array.of(100), ties: 0 }, params)).toBe(true);
  expect(params[0]).toBeGreaterThan(3);
});

it("the strength fit does not jump about the summit of Davidson's model with a side", () => {
  const fit = createFit({
    entries: 2,
    first: Int32Array.of(0, 0),
    second: Int32Array.of(1, 1),
    side: Float64Array.of(1, -1),
    hasTies: true,
  });
  const data = { score: Float64Array.of(5, 10), total: Float64Array.of(14, 16), ties: 6 };
  const params = Float64Array.of(0.898, -0.898, 0.148, 0.205);
  expect(fit.solve(data, params)).toBe(true);
  const fromZero = new Float64Array(4);
  expect(fit.solve(data, fromZero)).toBe(true);
  for (const [at, value] of fromZero.entries()) expect(params[at]).toBeCloseTo(value, 6);
});
