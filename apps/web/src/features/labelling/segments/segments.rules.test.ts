import { expect, it } from "vitest";
import { evenFrames, listedFrames } from "../../../shared/synced-player/controller/frame-grid.ts";
import {
  endEdge,
  isSegments,
  parseSeconds,
  secondsText,
  sortSegments,
  startEdge,
  withEnd,
  withStart,
} from "./segments.rules.ts";

const segment = (start_us: number, end_us: number) => ({
  start_us,
  end_us,
  class: "run",
  start_frame: null,
  end_frame: null,
});

it("the edges of a segment lie on frames: it starts with one and ends after one", () => {
  const grid = evenFrames(10);
  expect(startEdge(grid, 0.25)).toEqual({ us: 200_000, frame: 2 });
  expect(endEdge(grid, 0.25, null)).toEqual({ us: 300_000, frame: 2 });
  expect(endEdge(grid, 1.95, 1_980_000)).toEqual({ us: 1_980_000, frame: 19 });
});

it("the edges of a segment follow the frames of a clip with a variable rate", () => {
  const grid = listedFrames([0, 0.1, 0.5, 0.6], 1);
  expect(startEdge(grid, 0.3)).toEqual({ us: 100_000, frame: 1 });
  expect(endEdge(grid, 0.3, null)).toEqual({ us: 500_000, frame: 1 });
});

it("a segment never ends before it starts, whichever edge moves", () => {
  const one = segment(200_000, 400_000);
  expect(withStart(one, { us: 400_000, frame: 4 })).toBe(one);
  expect(withEnd(one, { us: 200_000, frame: 1 })).toBe(one);
  expect(withEnd(one, { us: 900_000, frame: 8 })).toMatchObject({ end_us: 900_000, end_frame: 8 });
});

it("typed seconds are read with a point or a comma, and anything else is refused", () => {
  expect([parseSeconds("1.25"), parseSeconds(" 0,5 "), parseSeconds("")]).toEqual([1_250_000, 500_000, undefined]);
  expect([parseSeconds("-1"), parseSeconds("soon")]).toEqual([undefined, undefined]);
  expect(secondsText(1_250_400)).toBe("1.250");
});

it("the segments are kept in the order of time", () => {
  expect(sortSegments([segment(5, 9), segment(1, 4), segment(1, 2)]).map(({ end_us }) => end_us)).toEqual([2, 4, 9]);
  expect([isSegments([]), isSegments([segment(1, 2)]), isSegments(["a"]), isSegments("a")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
