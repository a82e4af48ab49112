import { describe, expect, it } from "vitest";
import fixtures from "./fixtures/scipy.json" with { type: "json" };
import { meanDifference, meanInterval } from "./mean-difference.ts";

/** To nine digits of the width of the interval, and of the numbers themselves. */
const expectClose = (found: number | undefined, expected: number, width: number): void =>
  expect(Math.abs((found ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * width + 1e-14 * Math.abs(expected));

describe("intervals of means", () => {
  it.each(fixtures.means)("equal those of SciPy for $values.length and $base.length values", (pair) => {
    const { values, base, difference } = pair;
    for (const [list, expected] of [
      [values, pair.interval],
      [base, pair.base_interval],
    ] as const) {
      const found = meanInterval(list);
      if (expected === null) expect(found).toBeNull();
      else
        for (const name of ["mean", "low", "high"] as const)
          expectClose(found?.[name], expected[name], expected.high - expected.low);
    }
    const found = meanDifference(values, base);
    const width = difference.high - difference.low;
    for (const name of ["difference", "low", "high"] as const) expectClose(found?.[name], difference[name], width);
    expectClose(found?.degrees, difference.degrees, difference.degrees);
  });

  it("are not known of fewer than two values, or of values that do not differ", () => {
    expect([meanInterval([]), meanInterval([1]), meanInterval([2, 2, 2])]).toEqual([null, null, null]);
    expect([meanDifference([1], [1, 2]), meanDifference([1, 2], [1]), meanDifference([1, 1], [2, 2])]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("are not known of values beyond what can be squared", () => {
    expect(meanInterval([1e300, -1e300])).toBeNull();
    expect(meanDifference([1e300, -1e300], [0, 1])).toBeNull();
    expect(meanDifference([1e-170, 3e-170], [0, 2e-170])).toBeNull();
    expect(meanDifference([1e-120, 3e-120], [0, 2e-120])?.degrees).toBeCloseTo(2, 9);
  });
});
