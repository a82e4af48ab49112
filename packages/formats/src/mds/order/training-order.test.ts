import { describe, expect, it } from "vitest";
import { openTrainingOrder } from "./training-order.ts";

const indexOf = (samples: readonly number[]) => {
  const firstSample = new Float64Array(samples.length + 1);
  for (const [at, count] of samples.entries()) firstSample[at + 1] = (firstSample[at] ?? 0) + count;
  return { samples: Uint32Array.from(samples), firstSample };
};

const whole = { rank: 0, ranks: 1, offset: 0, limit: Number.MAX_SAFE_INTEGER };

describe("the simulated training order", () => {
  it.each([1, 2, 3, 7])("deals every sample once to %i ranks", (ranks) => {
    const order = openTrainingOrder(indexOf([10, 0, 333, 1, 64, 0]), { seed: 5, epoch: 2 });
    const met = Array.from({ length: ranks }, (_, rank) => [...order.window({ ...whole, rank, ranks })]).flat();
    expect(met.sort((one, other) => one - other)).toEqual(Array.from({ length: 408 }, (_, at) => at));
  });

  it("is the same for the same seed and epoch, and another for others", () => {
    const index = indexOf([500, 500]);
    const [one, again, epoch, seed] = [
      { seed: 1, epoch: 0 },
      { seed: 1, epoch: 0 },
      { seed: 1, epoch: 1 },
      { seed: 2, epoch: 0 },
    ].map((key) => [...openTrainingOrder(index, key).window(whole)]);
    expect(again).toEqual(one);
    expect(epoch).not.toEqual(one);
    expect(seed).not.toEqual(one);
    expect(one).not.toEqual([...(one ?? [])].sort((left, right) => left - right));
  });

  it("computes any window of a billion samples in memory that grows with the shards alone", () => {
    const order = openTrainingOrder(indexOf(Array.from({ length: 1_000 }, () => 1_000_000)), { seed: 9176, epoch: 0 });
    expect(order.total).toBe(1_000_000_000);
    expect(order.sizeBytes).toBeLessThan(20_000);
    const early = order.window({ rank: 3, ranks: 64, offset: 10_000_000, limit: 200 });
    const overlapping = order.window({ rank: 3, ranks: 64, offset: 10_000_100, limit: 50 });
    expect([...overlapping]).toEqual([...early.subarray(100, 150)]);
    expect(order.countFor(3, 64)).toBe(15_625_000);
    expect(new Set(early).size).toBe(200);
  });

  it("ends where the rank has met all of its samples", () => {
    const order = openTrainingOrder(indexOf([10]), { seed: 0, epoch: 0 });
    expect(order.window({ rank: 2, ranks: 4, offset: 1, limit: 100 })).toHaveLength(1);
    expect(order.window({ rank: 2, ranks: 4, offset: 2, limit: 100 })).toHaveLength(0);
    expect(() => order.window({ rank: 4, ranks: 4, offset: 0, limit: 1 })).toThrow("no rank");
  });
});
