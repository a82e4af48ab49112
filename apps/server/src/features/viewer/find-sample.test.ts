import { expect, it } from "vitest";
import { findSample } from "./find-sample.ts";
import { Meter } from "./read/io-meter.ts";
import type { FoundKey, Reading, SetFacts } from "./sets/shard-set.ts";
import { ShardTable } from "./sets/shard-table.ts";

const facts: SetFacts = {
  format: "Parquet",
  columns: [],
  hashes: [],
  compression: null,
  sizeLimitBytes: null,
  warnings: [],
};
const reading = (): Reading => ({
  source: { read: async () => new Uint8Array(0), size: async () => 0 },
  meter: new Meter(),
  agreeBytes: 0,
});

const setOf = (counts: readonly number[], shards: number, found?: FoundKey) => {
  const table = new ShardTable(shards);
  for (const count of counts) table.countNext(count);
  return { table, describe: () => facts, findKey: async () => found };
};

it("findSample does not refuse an index beyond a set that is not counted completely", async () => {
  const beyond = async (set: ReturnType<typeof setOf>) => (await findSample(set, reading(), "12")).isComplete;
  expect(await beyond(setOf([10], 2))).toBe(false);
  expect(await beyond(setOf([10], 2, { index: null, isComplete: true }))).toBe(false);
  expect(await beyond(setOf([10], 1, { index: null, isComplete: false }))).toBe(false);
  expect(await beyond(setOf([10], 1))).toBe(true);
  expect(await findSample(setOf([10, 10], 2), reading(), "12")).toMatchObject({ index: 12, isComplete: true });
});

it("findSample refuses a key where the format has none", async () => {
  await expect(findSample(setOf([10], 1), reading(), "clip-1")).rejects.toThrow(
    "a Parquet set cannot be searched by key: ask for an index or shard:index",
  );
});
