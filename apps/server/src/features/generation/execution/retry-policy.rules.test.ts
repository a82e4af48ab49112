import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planLanes } from "../runs/grid.rules.ts";
import { nextPollMs, nextRetryMs, nextTryMs } from "./retry-policy.rules.ts";

const alone = { medianMs: undefined, inFlight: 1, random: 0.5 };

describe("the pace of looking", () => {
  it("begins with a second, grows by half and stays below twenty", () => {
    expect([0, 1, 2, 3].map((polls) => nextPollMs({ polls, ...alone }))).toEqual([1_000, 1_500, 2_250, 3_375]);
    expect(nextPollMs({ polls: 40, ...alone })).toBe(20_000);
  });

  it("waits for a part of what others took before it looks first, and not longer than it ever waits", () => {
    expect(nextPollMs({ polls: 0, ...alone, medianMs: 12_000 })).toBe(6_000);
    expect(nextPollMs({ polls: 0, ...alone, medianMs: 600_000 })).toBe(20_000);
    expect(nextPollMs({ polls: 1, ...alone, medianMs: 600_000 })).toBe(1_500);
  });

  it("slows down so that ten thousand calls are polled at most a few dozen times a second", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 20_000 }), (polls, inFlight) => {
        const perS = inFlight / (nextPollMs({ polls, medianMs: undefined, inFlight, random: 0.5 }) / 1_000);
        expect(perS).toBeLessThanOrEqual(41);
      }),
    );
  });

  it("follows the retry-after of a provider, within limits", () => {
    expect(nextRetryMs({ failures: 0, random: 0.5 })).toBe(2_000);
    expect(nextRetryMs({ failures: 9, random: 0.5 })).toBe(30_000);
    expect(nextRetryMs({ failures: 0, random: 0.5, retryAfterMs: 45_000 })).toBe(45_000);
    expect(nextRetryMs({ failures: 0, random: 0.5, retryAfterMs: 1e12 })).toBe(600_000);
    expect(nextTryMs({ tries: 0, waitMs: 5_000, random: 0 })).toBeGreaterThanOrEqual(5_000);
  });
});

describe("lanes", () => {
  const aLane = (concurrency: number) => ({ performerId: "p", concurrency, partitions: [0] });

  it("have windows as wide as the limit, up to a hundred, and then more partitions at once", () => {
    expect(planLanes([aLane(4)], 200)).toMatchObject([{ window: 4, atOnce: 1 }]);
    expect(planLanes([aLane(1_000)], 200)).toMatchObject([{ window: 100, atOnce: 2 }]);
    expect(planLanes([aLane(10_000)], 10_000)).toMatchObject([{ window: 500, atOnce: 20 }]);
    expect(planLanes([aLane(50), aLane(50)], 20)).toMatchObject([{ window: 10 }, { window: 10 }]);
  });

  it("never want more in flight than the performer takes, and always something", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 10_000 }),
        (limits, task) => {
          for (const [index, { window, atOnce }] of planLanes(limits.map(aLane), task).entries()) {
            expect(window).toBeGreaterThan(0);
            expect(window).toBeLessThanOrEqual(limits[index] ?? 0);
            expect(atOnce).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
