import { describe, expect, it } from "vitest";
import { type Figure, findFigure, readFigures, type SmokeBaseline } from "../../../checks/figures/figures-file.ts";
import { PLANTED_SHARE } from "./bench-run.ts";
import { allowanceOf, compareFigure, noiseOf } from "./compare-figure.ts";

const aBaseline = (value: number, noise: number): SmokeBaseline => ({
  value,
  noise,
  repeats: 5,
  date: "2026-11-16",
  commit: "0123abcd",
  machine: "A",
});

const aFigure = (comparison: "<=" | ">=", unit = "ratio"): Figure => ({
  id: "boot.cpu",
  what: "processor time until ready",
  unit,
  goal: { comparison, bound: 1 },
  value: 1,
  interval: null,
  smoke: [],
});

const [lower, higher] = [aFigure("<="), aFigure(">=")];
const verdictOf = (figure: Figure, baseline: SmokeBaseline, value: number, interval?: readonly [number, number]) =>
  compareFigure(figure, baseline, interval ? { value, interval } : { value }).verdict;

describe("the comparison of a smoke run with what is recorded", () => {
  it("lets a figure hold within its noise, in both directions", () => {
    expect(verdictOf(lower, aBaseline(4, 0.1), 4.39)).toBe("holds");
    expect(verdictOf(lower, aBaseline(4, 0.1), 4.41)).toBe("worse");
    expect(verdictOf(higher, aBaseline(0.7, 0.1), 0.64)).toBe("holds");
    expect(verdictOf(higher, aBaseline(0.7, 0.1), 0.63)).toBe("worse");
  });

  it("calls what is better than the noise better and never worse", () => {
    expect(verdictOf(lower, aBaseline(4, 0.1), 2, [1.9, 2.1])).toBe("better");
    expect(verdictOf(higher, aBaseline(0.7, 0.1), 0.9, [0.88, 0.92])).toBe("better");
  });

  it("judges by the better end of the interval", () => {
    expect(verdictOf(lower, aBaseline(4, 0.05), 4.6, [4.1, 4.9])).toBe("holds");
    expect(verdictOf(lower, aBaseline(4, 0.05), 4.6, [4.3, 4.9])).toBe("worse");
    expect(verdictOf(higher, aBaseline(0.7, 0.05), 0.6, [0.55, 0.68])).toBe("holds");
    expect(verdictOf(higher, aBaseline(0.7, 0.05), 0.6, [0.55, 0.65])).toBe("worse");
  });

  it("is never tighter than five percent, except for counts, which have no noise", () => {
    expect(allowanceOf(lower, aBaseline(4, 0.001))).toBe(0.05);
    expect(allowanceOf(aFigure("<=", "count"), aBaseline(2, 0))).toBe(0);
    expect(verdictOf(aFigure("<=", "count"), aBaseline(2, 0), 2)).toBe("holds");
    expect(verdictOf(aFigure("<=", "count"), aBaseline(2, 0), 3)).toBe("worse");
    expect(verdictOf(aFigure("<=", "count"), aBaseline(0, 0), 1)).toBe("worse");
  });

  it("takes what is not a number for worse", () => {
    expect(verdictOf(lower, aBaseline(4, 0.1), Number.NaN)).toBe("worse");
    expect(verdictOf(higher, aBaseline(0.7, 0.1), Number.NaN)).toBe("worse");
  });

  it("measures noise as the largest distance from the middle", () => {
    expect(noiseOf([1, 1.02, 0.95], 1)).toBeCloseTo(0.05);
    expect(noiseOf([0, 0, 0], 0)).toBe(0);
  });
});

describe("what is recorded of start and API", () => {
  it("is steady enough to notice the planted slowdown", () => {
    const file = readFigures();
    for (const id of ["boot.cpu", "api.checked.ratio", "api.everything.ratio"]) {
      const figure = findFigure(file, id);
      for (const each of figure.smoke) expect(allowanceOf(figure, each), id).toBeLessThan(PLANTED_SHARE);
    }
  });
});
