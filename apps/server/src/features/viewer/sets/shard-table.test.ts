import { describe, expect, it } from "vitest";
import { ShardTable } from "./shard-table.ts";

const tableOf = (...samples: number[]): ShardTable => {
  const table = new ShardTable(samples.length);
  for (const count of samples) table.countNext(count);
  return table;
};

describe("the table of shards", () => {
  it("finds every sample of shards of any size, the empty ones too", () => {
    const table = tableOf(0, 3, 0, 0, 2, 1, 0);
    const positions = Array.from({ length: table.samples }, (_, index) => table.locate(index));
    expect(positions.map((position) => [position?.shard, position?.indexInShard])).toEqual([
      ...[0, 1, 2].map((at) => [1, at]),
      ...[0, 1].map((at) => [4, at]),
      [5, 0],
    ]);
    for (const outside of [-1, 6, Number.NaN, Number.MAX_SAFE_INTEGER]) expect(table.locate(outside)).toBeUndefined();
  });

  it("numbers only what has been counted", () => {
    const table = new ShardTable(3);
    table.countNext(5);
    expect([table.samples, table.counted, table.samplesIn(1), table.firstSample(2)]).toEqual([5, 1, 0, 5]);
    expect(table.locate(5)).toBeUndefined();
    table.countNext(2);
    expect(table.locate(5)).toEqual({ index: 5, shard: 1, indexInShard: 0 });
  });

  it("holds a billion samples in a hundred thousand shards in less than 3 MB", () => {
    const table = new ShardTable(100_000);
    for (let shard = 0; shard < 100_000; shard++) table.countNext(10_000);
    expect(table.samples).toBe(1_000_000_000);
    expect(table.locate(999_999_999)).toEqual({ index: 999_999_999, shard: 99_999, indexInShard: 9_999 });
    expect(table.weightBytes).toBeLessThan(3_000_000);
  });

  it("is cut into pages as columns", () => {
    const table = tableOf(2, 3, 4);
    table.storedBytesOf.set([20, 30, 40]);
    expect(table.slice(1, 5)).toEqual({ total: 3, first_sample: [2, 5], samples: [3, 4], stored_bytes: [30, 40] });
    expect(table.slice(9, 5)).toEqual({ total: 3, first_sample: [], samples: [], stored_bytes: [] });
    expect(table.sum("stored")).toBe(90);
  });
});
