import { describe, expect, it } from "vitest";
import { countingOf, differencesOf, differingParams, meanOf } from "./result.rules.ts";

const verdict = (
  values: number[],
  base: number[],
  more: { direction?: "higher" | "lower"; minDifference?: number } = {},
) => differencesOf([base, values], { direction: "higher", minDifference: 0, ...more })[0]?.verdict;

describe("the verdict about an arm", () => {
  it("is that there are too few runs, below two in an arm or without any spread", () => {
    expect(verdict([1], [0, 0.1])).toBe("too_few");
    expect(verdict([1, 1.1], [0])).toBe("too_few");
    expect(verdict([1, 1], [0, 0])).toBe("too_few");
  });

  it("is the same when the interval has both sides in it", () => {
    expect(verdict([0.6, 0.7], [0.59, 0.68])).toBe("too_few");
    expect(verdict([0.6, 0.7], [0.59, 0.68], { direction: "lower", minDifference: 0.01 })).toBe("too_few");
  });

  it("follows the direction of the metric", () => {
    const [values, base] = [
      [2, 2.01, 2.02],
      [1, 1.01, 1.02],
    ];
    expect([verdict(values, base), verdict(base, values)]).toEqual(["better", "worse"]);
    expect([verdict(values, base, { direction: "lower" }), verdict(base, values, { direction: "lower" })]).toEqual([
      "worse",
      "better",
    ]);
  });

  it("tells a difference that matters from one that may not, and from none that matters", () => {
    const [values, base] = [
      [1.1, 1.11, 1.12],
      [1, 1.01, 1.02],
    ];
    expect(verdict(values, base, { minDifference: 0.05 })).toBe("better");
    expect(verdict(values, base, { minDifference: 0.1 })).toBe("better_unsure");
    expect(verdict(base, values, { minDifference: 0.1 })).toBe("worse_unsure");
    expect(verdict(values, base, { minDifference: 0.2 })).toBe("no_difference");
    expect(verdict(values, base, { minDifference: 0.2, direction: "lower" })).toBe("no_difference");
  });

  it("is given for every arm but the first", () => {
    const found = differencesOf([[1, 2], [], [3, 4]], { direction: "higher", minDifference: 0 });
    expect(found).toMatchObject([
      { position: 2, difference: null, low: null, high: null, degrees: null },
      { position: 3, difference: 2 },
    ]);
  });
});

describe("the runs of an arm", () => {
  it("count when they are finished and have a number", () => {
    expect(countingOf("Finished", 0.5)).toBe("counted");
    expect(countingOf("Running", 0.5)).toBe("running");
    expect([countingOf("Failed", 0.5), countingOf("Killed", null)]).toEqual(["stopped", "stopped"]);
    expect([countingOf("Finished", null), countingOf("Finished", "NaN")]).toEqual(["no_value", "not_finite"]);
  });

  it("have a mean, and an interval from two runs on", () => {
    expect(meanOf([])).toEqual({ runs: 0, mean: null, deviation: null, low: null, high: null });
    expect(meanOf([0.5])).toMatchObject({ runs: 1, mean: 0.5, low: null });
    expect(meanOf([2, 2])).toMatchObject({ runs: 2, mean: 2, low: null });
    const { low, high } = meanOf([1, 3]);
    expect([low, high]).toEqual([expect.closeTo(2 - 12.7062, 3), expect.closeTo(2 + 12.7062, 3)]);
  });

  it("are compared by their parameters, of which the seed may differ", () => {
    const runs: { params: Record<string, string> }[] = [
      { params: { lr: "1", "train.seed": "1", a: "x" } },
      { params: { lr: "2", "train.seed": "2" } },
    ];
    expect(differingParams(runs)).toEqual(["a", "lr"]);
    expect(differingParams(runs.slice(1))).toEqual([]);
  });
});
