import type { MdsIndex } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { memorySource } from "@dailies/formats/memory-source";
import { describe, expect, it } from "vitest";
import { warnOfFiles, warnOfIndex } from "./mds-warnings.rules.ts";

interface ShardInput {
  readonly columns?: Record<string, string>;
  readonly samples?: number;
  readonly hashes?: readonly string[];
  readonly compression?: string;
}

const openIndex = (shards: readonly ShardInput[]): Promise<MdsIndex> => {
  const entries = shards.map(({ columns = { a: "str" }, samples = 10, hashes = [], compression }, at) => {
    const file = (ending: string) => ({ basename: `shard.${at}.mds${ending}`, bytes: 1_000, hashes: {} });
    return {
      version: 2,
      format: "mds",
      column_names: Object.keys(columns),
      column_encodings: Object.values(columns),
      column_sizes: Object.keys(columns).map(() => null),
      compression: compression ?? null,
      hashes,
      samples,
      size_limit: null,
      raw_data: file(""),
      zip_data: compression ? file(".zstd") : null,
    };
  });
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 2, shards: entries }));
  return openMdsIndex(memorySource(new Map([["index.json", bytes]])), "index.json");
};
const codesOf = async (shards: readonly ShardInput[]) =>
  warnOfIndex(await openIndex(shards)).map(({ code, shard }) => [code, shard]);

describe("warnings of an index", () => {
  it("are none of a plain set, whatever its last shard has", async () => {
    expect(await codesOf([{}, {}, {}, { samples: 1 }])).toEqual([]);
  });

  it("tell of pickles, unknown encodings, other columns, compression, uneven shards and hashes nobody checks", async () => {
    expect(await codesOf([{ columns: { a: "pkl", b: "zarr", c: "ndarray:float16:2,2" } }])).toEqual([
      ["pickle", null],
      ["unknown_encoding", null],
    ]);
    expect(await codesOf([{}, { columns: { a: "str", b: "int" } }])).toEqual([["schema_differs", 1]]);
    expect(await codesOf([{ compression: "zstd:7" }])).toEqual([["compressed", null]]);
    expect(await codesOf([{}, { samples: 21 }, {}])).toEqual([["uneven_shards", null]]);
    expect(await codesOf([{ hashes: ["sha1", "xxh3_64"] }])).toEqual([["unchecked_hash", null]]);
  });

  it("tell which files are missing or cut, and of many how many", async () => {
    const index = await openIndex(Array.from({ length: 10 }, () => ({})));
    const listed = new Map([
      ["shard.0.mds", 1_000],
      ["shard.1.mds", 900],
    ]);
    const warnings = warnOfFiles(index, listed);
    expect(warnings.filter(({ code }) => code === "truncated")).toEqual([
      { code: "truncated", message: "shard.1.mds has 900 bytes instead of the 1,000 in the index", shard: 1 },
    ]);
    expect(warnings.filter(({ code }) => code === "missing_file").map(({ shard }) => shard)).toEqual([
      2,
      3,
      4,
      5,
      6,
      null,
    ]);
    expect(warnings.at(-1)?.message).toContain("8 shards");
  });
});
