import { describe, expect, it } from "vitest";
import { sharesOf, shiftOf } from "./histogram.rules.ts";

describe("two distributions", () => {
  it("are called by their distance", () => {
    expect([0, 0.05, 0.2, 0.7].map(shiftOf)).toEqual(["none", "slight", "clear", "strong"]);
  });

  it("are shown as shares of each bin", () => {
    expect(sharesOf([0, 2.5, 5], [1, 3])).toEqual([
      { x: "0–2.5", y: 25 },
      { x: "2.5–5", y: 75 },
    ]);
    expect(sharesOf([0, 1], [0])).toEqual([{ x: "0–1", y: 0 }]);
  });
});
