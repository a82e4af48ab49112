import { describe, expect, it } from "vitest";
import { memorySource } from "../../memory-source.ts";
import { findSample } from "./mds-index.ts";
import { openMdsIndex } from "./open-index.ts";

const shard = (place: number, changes: object = {}) => ({
  version: 2,
  format: "mds",
  compression: null,
  hashes: ["sha1"],
  size_limit: 67_108_864,
  column_names: ["a"],
  column_encodings: ["int"],
  column_sizes: [8],
  raw_data: { basename: `shard.${place}.mds`, bytes: 1000 + place, hashes: { sha1: "ab".repeat(20) } },
  zip_data: null,
  samples: place,
  ...changes,
});

const open = (index: unknown, chunkBytes = 64) => {
  const text = typeof index === "string" ? index : JSON.stringify(index);
  const source = memorySource(new Map([["deep/set/index.json", new TextEncoder().encode(text)]]));
  return openMdsIndex(source, "deep/set/index.json", { chunkBytes });
};

const refused = (index: unknown) => expect(open(index)).rejects;

describe("an index", () => {
  it.each([1, 7, 64, 4096])("is the same in pieces of %i bytes", async (chunkBytes) => {
    const index = await open({ version: 2, shards: [shard(3), shard(0), shard(5)] }, chunkBytes);
    expect(index).toMatchObject({ shardCount: 3, sampleCount: 8, rawBytesTotal: 3008, storedBytesTotal: 3008 });
    expect([...index.firstSample]).toEqual([0, 3, 3, 8]);
    expect(index.schemas).toHaveLength(1);
    expect(index.shardAt(2)).toMatchObject({
      firstSample: 3,
      data: { object: "deep/set/shard.5.mds", rawBytes: 1005, rawHashes: { sha1: "ab".repeat(20) } },
    });
    expect(findSample(index, 3)).toEqual({ shard: 2, indexInShard: 0 });
  });

  it("keeps the names of folders that were merged, and refuses those that lead out", async () => {
    const named = (basename: string) => ({
      version: 2,
      shards: [shard(1, { raw_data: { basename, bytes: 9, hashes: {} } })],
    });
    expect((await open(named("part/./0/shard.mds"))).shardAt(0).data.object).toBe("deep/set/part/0/shard.mds");
    for (const name of ["../x", "a/../../x", "/etc/passwd", "s3://b/x", "a\\..\\x", "", "a\u0000b", "a/..", "."]) {
      await refused(named(name)).toMatchObject({ name: "FormatFault", kind: "outside" });
    }
  });

  it("says which version it is where it is not 2", async () => {
    await refused({ version: 3, shards: [] }).toThrow("version 3");
    await refused({ version: 2, shards: [shard(1, { version: 1 })] }).toMatchObject({ kind: "unsupported" });
    await refused({ shards: [] }).toMatchObject({ kind: "unsupported" });
  });

  it.each([
    ["samples", -1],
    ["samples", 1.5],
    ["samples", 2 ** 33],
    ["samples", "3"],
    ["column_sizes", [8, 8]],
    ["column_sizes", ["8"]],
    ["column_names", "a"],
    ["column_encodings", [1]],
    ["raw_data", null],
    ["raw_data", { basename: "a", bytes: -5, hashes: {} }],
    ["raw_data", { basename: "a", bytes: 2 ** 60, hashes: {} }],
    ["raw_data", { basename: 7, bytes: 5, hashes: {} }],
    ["raw_data", { basename: "a", bytes: 5, hashes: { sha1: "xy" } }],
    ["zip_data", { basename: "a", bytes: 5, hashes: {} }],
  ])("refuses a shard whose %s is %j", async (key, value) => {
    await refused({ version: 2, shards: [shard(1, { [key]: value })] }).toMatchObject({ kind: "malformed" });
  });

  it.each([
    "",
    "[]",
    '{"version": 2}',
    '{"shards": [{}{}], "version": 2}',
    '{"shards": [], "version": 2} x',
    '{"shards": {}, "version": 2}',
    '{"shards": [], "shards": [], "version": 2}',
    '{"shards": [1], "version": 2}',
    '{"shards": [], "version": 2',
    `{"shards": [${"[".repeat(100)}`,
  ])("refuses what is no index: %j", async (text) => {
    await refused(text).toMatchObject({ name: "FormatFault" });
  });

  it("counts a column of size 0 as one whose size varies", async () => {
    const index = await open({ version: 2, shards: [shard(1, { column_sizes: [0] })] });
    expect(index.schemas[0]?.columns[0]?.sizeBytes).toBeNull();
  });

  it("reads entries that begin alike as it reads each by itself", async () => {
    const odd = shard(4, { column_names: ['"raw_data"'], format: "mds" });
    const other = shard(6, { column_names: ["b"], column_encodings: ["str"], column_sizes: [null] });
    const entries = [shard(1), shard(2), other, other, shard(3), odd, odd, shard(1)];
    const index = await open({ version: 2, shards: entries });
    expect([...index.samples]).toEqual([1, 2, 6, 6, 3, 4, 4, 1]);
    expect([...index.schemaOf]).toEqual([0, 0, 1, 1, 0, 2, 2, 0]);
    expect(index.shardAt(6).schema.columns[0]?.name).toBe('"raw_data"');
    const [first = "", second = ""] = [shard(1), shard(2)].map((entry) => JSON.stringify(entry));
    await refused(`{"version":2,"shards":[${first},${second.slice(0, -1)},}]}`).toMatchObject({ kind: "malformed" });
    await refused(`{"version":2,"shards":[${first},${second.replace('"zip_data"', "zip_data")}]}`).toThrow("not JSON");
  });

  it("is refused where it is longer than allowed or not there", async () => {
    const source = memorySource(new Map([["index.json", new Uint8Array(100)]]));
    await expect(openMdsIndex(source, "index.json", { maxBytes: 99 })).rejects.toMatchObject({ kind: "too_large" });
    await expect(openMdsIndex(source, "other.json")).rejects.toMatchObject({ kind: "missing" });
  });
});
