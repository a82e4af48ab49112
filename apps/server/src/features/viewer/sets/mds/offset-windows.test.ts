import type { ByteSource } from "@dailies/formats/byte-source";
import type { MdsShard } from "@dailies/formats/mds/index/mds-index";
import { readBounds } from "@dailies/formats/mds/shards/offsets";
import { describe, expect, it } from "vitest";
import { LruByteCache } from "../../../../platform/concurrency/lru-byte-cache.ts";
import { Meter, meteredSource } from "../../read/io-meter.ts";
import { windowBytesOf, withOffsetWindows } from "./offset-windows.ts";

const shardOf = (samples: number, sampleBytes: number): { shard: MdsShard; source: ByteSource } => {
  const head = 4 * (samples + 2);
  const bytes = new Uint8Array(head);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, samples, true);
  for (let at = 0; at <= samples; at++) view.setUint32(4 * (at + 1), head + at * sampleBytes, true);
  const rawBytes = head + samples * sampleBytes;
  const file = { object: "s", storedBytes: rawBytes, storedHashes: {}, rawObject: "s", rawBytes, rawHashes: {} };
  const schema = {
    format: "mds" as const,
    columns: [],
    compression: null,
    codec: null,
    hashes: [],
    sizeLimitBytes: null,
    separator: ",",
    newline: "\n",
  };
  return {
    shard: { shard: 7, firstSample: 0, samples, schema, data: file, meta: null },
    source: { read: async (_object, begin, end) => bytes.subarray(begin, end), size: async () => rawBytes },
  };
};

describe("windows of offsets", () => {
  it.each([
    [1, 10],
    [5, 100],
    [1_000, 1_000],
    [10_000, 6_700],
    [400, 100_000],
  ])("give the bounds of each of %i samples of %i bytes, and read little", async (samples, sampleBytes) => {
    const { shard, source } = shardOf(samples, sampleBytes);
    const cache = new LruByteCache<Uint8Array>(1_000_000);
    const meter = new Meter();
    const wrapped = withOffsetWindows(meteredSource(source, meter), shard, { cache, key: "k", meter });
    for (let index = 0; index < samples; index++) {
      const begin = 4 * (samples + 2) + index * sampleBytes;
      expect(await readBounds(wrapped, shard, index)).toEqual({ begin, end: begin + sampleBytes });
    }
    const { requests, cache_hits } = meter.read();
    expect(requests + cache_hits).toBe(samples);
    expect(requests).toBe(Math.ceil((4 * samples) / windowBytesOf(shard)));
    expect(windowBytesOf(shard) + 4).toBeLessThanOrEqual(Math.max(8, sampleBytes * 0.01));
  });

  it("leave every other read alone", async () => {
    const { shard, source } = shardOf(10, 10_000);
    const cache = new LruByteCache<Uint8Array>(1_000_000);
    const meter = new Meter();
    const wrapped = withOffsetWindows(meteredSource(source, meter), shard, { cache, key: "k", meter });
    expect(await wrapped.read("s", 0, 4)).toHaveLength(4);
    expect(await wrapped.read("other", 4, 12)).toHaveLength(8);
    expect([meter.read().cache_hits, cache.size, await wrapped.size("s")]).toEqual([0, 0, shard.data.rawBytes]);
  });
});
