import { describe, expect, it } from "vitest";
import { judgeCost } from "./proof-cost.ts";

describe("the cost of a proof", () => {
  it("is printed with its budget", () => {
    expect(judgeCost(51.64, 90)).toEqual({ words: "51.6 s of CPU, budget 90 s", isTooDear: false });
  });

  it("is called over budget and does not fail the proof up to twice the budget", () => {
    expect(judgeCost(91.1, 90).isTooDear).toBe(false);
    expect(judgeCost(91.1, 90).words).toBe("91.1 s of CPU, budget 90 s: over budget, fails beyond 2 times");
    expect(judgeCost(180, 90).isTooDear).toBe(false);
  });

  it("fails the proof beyond twice the budget", () => {
    expect(judgeCost(180.1, 90)).toEqual({
      words: "180.1 s of CPU, budget 90 s: MORE THAN 2 TIMES AS MUCH",
      isTooDear: true,
    });
  });
});
