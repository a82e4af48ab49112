import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

const BACKOFF = { everyMs: 5_000, maxMs: 300_000 };

describe("the exponential backoff", () => {
  it("doubles with each failure, up to its limit", () => {
    expect([0, 1, 2, 3].map((failures) => backoffMs(BACKOFF, failures, 0.5))).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(backoffMs(BACKOFF, 50, 0.5)).toBe(BACKOFF.maxMs);
  });

  it("has a jitter of a fifth in both directions", () => {
    expect([0, 1].map((random) => backoffMs(BACKOFF, 1, random))).toEqual([8_000, 12_000]);
  });
});
