import { expect, it } from "vitest";
import { moveEnd, placeAmong, rangeOfSpan, spanBetween, spanOf } from "./brush.rules.ts";

const EDGES = [0, 10, 20, 40];

it("the histogram brush finds the place of a value among uneven edges", () => {
  expect([-5, 0, 5, 10, 30, 40, 99].map((value) => placeAmong(EDGES, value))).toEqual([0, 0, 0.5, 1, 2.5, 3, 3]);
  expect(placeAmong([7, 7], 7)).toBe(1);
});

it("the histogram brush turns bars into a range that is open at the ends, and back", () => {
  expect(rangeOfSpan(EDGES, { from: 0, to: 3 })).toBeUndefined();
  expect(rangeOfSpan(EDGES, { from: 1, to: 3 })).toEqual({ from: 10, to: undefined, includesTo: false });
  expect(rangeOfSpan(EDGES, { from: 0, to: 2 })).toEqual({ from: undefined, to: 20, includesTo: false });
  expect(spanOf(EDGES, { from: 10, to: 20 })).toEqual({ from: 1, to: 2 });
  expect(spanOf(EDGES, { from: 15 })).toEqual({ from: 1.5, to: 3 });
  expect(spanOf(EDGES, undefined)).toBeUndefined();
});

it("the histogram brush drags in both directions and never beyond the axis", () => {
  expect(spanBetween(3, 2, 0)).toEqual({ from: 0, to: 3 });
  expect(spanBetween(3, 1, 1)).toEqual({ from: 1, to: 2 });
  expect(spanBetween(3, -4, 9)).toEqual({ from: 0, to: 3 });
});

it("the histogram brush moves one end and keeps at least one bar", () => {
  expect(moveEnd({ from: 0, to: 3 }, "from", 1, 3)).toEqual({ from: 1, to: 3 });
  expect(moveEnd({ from: 0, to: 2 }, "from", 5, 3)).toEqual({ from: 1, to: 2 });
  expect(moveEnd({ from: 1, to: 3 }, "to", 0, 3)).toEqual({ from: 1, to: 2 });
  expect(moveEnd({ from: 1, to: 2 }, "to", 9, 3)).toEqual({ from: 1, to: 3 });
});
