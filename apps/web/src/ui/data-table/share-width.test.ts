import { expect, it } from "vitest";
import { shareWidth } from "./share-width.ts";

it("shareWidth gives spare width to the columns whose text is cut, small needs first", () => {
  // The time needs 20 px more and the prompt 600: the time is shown whole, the prompt gets the rest.
  expect(shareWidth([110, 300, 100], [130, 900, 0], 610)).toEqual([130, 380, 100]);
});

it("shareWidth divides the spare width evenly when no need can be met", () => {
  expect(shareWidth([100, 100], [400, 300], 300)).toEqual([150, 150]);
});

it("shareWidth leaves the rest to be shared in proportion when every need is met", () => {
  expect(shareWidth([100, 200], [120, 0], 1_000)).toEqual([120, 200]);
});

it("shareWidth keeps the minimum widths without spare width or needs", () => {
  expect(shareWidth([100, 200], [500, 500], 250)).toEqual([100, 200]);
  expect(shareWidth([100, 200], [], 1_000)).toEqual([100, 200]);
  expect(shareWidth([100, 200], [500, 500], 0)).toEqual([100, 200]);
});
