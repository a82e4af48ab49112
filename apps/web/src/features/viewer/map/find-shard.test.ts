import { expect, it } from "vitest";
import { findShard, firstSampleOf, neighbourShard } from "./find-shard.ts";

const columns = {
  offset: 10,
  total: 15,
  first_sample: [100, 150, 150, 150, 180],
  samples: [50, 0, 0, 30, 20],
  stored_bytes: [1, 1, 1, 1, 1],
  states: [0, 0, 0, 0, 0],
};

it.each([
  [99, undefined],
  [100, 10],
  [149, 10],
  [150, 13],
  [179, 13],
  [180, 14],
  [199, 14],
  [200, undefined],
])("findShard finds the shard of sample %i", (index, shard) => expect(findShard(columns, index)).toBe(shard));

it("findShard skips empty shards", () => {
  expect(neighbourShard(columns, 10, 1)).toBe(13);
  expect(neighbourShard(columns, 13, -1)).toBe(10);
  expect(neighbourShard(columns, 10, -1)).toBeUndefined();
  expect(neighbourShard(columns, 14, 1)).toBeUndefined();
  expect(firstSampleOf(columns, 13)).toBe(150);
});
