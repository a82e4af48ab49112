import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { histogramEdges, upperBounds } from "./histogram.rules.ts";

describe("the ends of the bars", () => {
  it("hold every number from the smallest to the largest, in 20 to 40 bars", () => {
    const aNumber = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(aNumber, aNumber, (a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(max - min > 1e-6 * Math.max(1, Math.abs(max), Math.abs(min)));
        const edges = histogramEdges(min, max, false);
        expect(edges[0]).toBeLessThanOrEqual(min + 1e-9 * Math.abs(min));
        expect(edges.at(-1)).toBeGreaterThanOrEqual(max);
        expect(edges.length - 1).toBeLessThanOrEqual(41);
        expect(edges.length - 1).toBeGreaterThanOrEqual(12);
        expect(edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? edge))).toBe(true);
      }),
    );
  });

  it("lie between whole numbers when those are counted", () => {
    const aWhole = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(aWhole, aWhole, (a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const edges = histogramEdges(min, max, true);
        expect(edges.every(Number.isInteger)).toBe(true);
        expect(edges[0]).toBeLessThanOrEqual(min);
        expect(edges.at(-1)).toBeGreaterThan(max);
        expect(edges.length - 1).toBeLessThanOrEqual(41);
      }),
    );
    expect(histogramEdges(3, 5, true)).toEqual([3, 4, 5, 6]);
  });

  it("give a number on an end to the bar that begins there", () => {
    const [first = 0, last = 0] = upperBounds([0, 1, 2]);
    expect([first < 1, 1 - first < 1e-15, last]).toEqual([true, true, 2]);
    expect(upperBounds([-1, 0, 1])[0]).toBe(-Number.MIN_VALUE);
  });
});
