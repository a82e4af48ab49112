import { expect, it } from "vitest";
import { evenFrames, listedFrames } from "./frame-grid.ts";

it("the frame grid finds the frame of a moment and a moment inside a frame, whatever the distances", () => {
  const grid = listedFrames([0, 0.04, 0.2, 0.21], 1);
  expect([0, 0.039, 0.04, 0.1, 0.2, 0.205, 0.21, 5].map(grid.frameAt)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect([0, 1, 2, 3].map((frame) => grid.frameAt(grid.insideOf(frame)))).toEqual([0, 1, 2, 3]);
  expect(grid.insideOf(3)).toBeCloseTo(0.2125);
  expect([grid.startOf(2), grid.endOf(2), grid.lastFrame(0)]).toEqual([0.2, 0.21, 3]);
});

it("the frame grid takes a place that a browser rounded down to the microsecond as the frame that begins there", () => {
  const grid = listedFrames([0, 1 / 30, 2 / 30], 0.1);
  expect(grid.frameAt(0.033_333)).toBe(1);
  expect(grid.frameAt(0.066_666)).toBe(2);
});

it("the frame grid stays near the beginning of a long frame, and in the middle of one that hardly lasts", () => {
  const grid = listedFrames([0, 1, 1.000_1], 2);
  expect(grid.insideOf(0)).toBeCloseTo(0.000_5, 6);
  expect(grid.insideOf(1)).toBeCloseTo(1.000_05, 6);
});

it("the frame grid stays inside when it is asked beyond either end", () => {
  const grid = listedFrames([0.5, 1], 1.5);
  expect([grid.frameAt(-1), grid.insideOf(-3), grid.insideOf(9)]).toEqual([0, 0.625, 1.125]);
  expect(listedFrames([], 0).frameAt(3)).toBe(0);
});

it("the frame grid spaces frames evenly where only a rate is known", () => {
  const grid = evenFrames(25);
  expect([grid.frameAt(1), grid.startOf(25), grid.endOf(25), grid.lastFrame(2)]).toEqual([25, 1, 1.04, 49]);
  expect(grid.insideOf(25)).toBeCloseTo(1.02);
});
