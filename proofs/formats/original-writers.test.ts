import { createHash } from "node:crypto";
import { findSample, type MdsIndex } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { openInflated } from "@dailies/formats/mds/shards/inflate-shard";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import { walkShard } from "@dailies/formats/mds/shards/walk-shard";
import { decodeColumn } from "@dailies/formats/mds/values/decode-column";
import { describe, expect, it } from "vitest";
import { inflate } from "../../apps/server/src/platform/sandbox/inflate.ts";
import { openGolden, type PythonValue, readExpected } from "./golden-sets.ts";
import { tellValue, untell } from "./tell-value.ts";

const expected = readExpected();
const MDS_SETS = ["plain", "zstd", "gz", "br", "bz2", "snappy"];
const ROW_SETS = ["json", "json-zstd", "csv", "tsv", "xsv"];

const open = async (name: string) => {
  const source = openGolden(name);
  return { source, index: await openMdsIndex(source, `${name}/index.json`) };
};

const readAt = async ({ source, index }: Awaited<ReturnType<typeof open>>, position: number) => {
  const { shard, indexInShard } = findSample(index, position);
  const opened = await openInflated(source, index.shardAt(shard), inflate);
  const sample = await readSample(opened.source, opened.shard, indexInShard);
  return Object.fromEntries(sample.columns.map((column) => [column.name, tellValue(decodeColumn(column))]));
};

const untellAll = (held: Readonly<Record<string, PythonValue>>) =>
  Object.fromEntries(Object.entries(held).map(([name, value]) => [name, untell(value)]));

const hashOf = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex");

const hashesOf = async (source: ReturnType<typeof openGolden>, index: MdsIndex) => {
  const pairs: [string | undefined, string][] = [];
  for (let position = 0; position < index.shardCount; position += 1) {
    const shard = index.shardAt(position);
    for (const file of shard.meta === null ? [shard.data] : [shard.data, shard.meta]) {
      pairs.push([file.storedHashes.sha1, hashOf(await source.read(file.object, 0, file.storedBytes))]);
    }
  }
  return pairs;
};

describe("sets written by the original writers", () => {
  it.each(MDS_SETS)("decode to the same values, every encoding: %s", async (name) => {
    const set = await open(name);
    expect(set.index.sampleCount).toBe(expected.samples.length);
    expect(set.index.shardCount).toBeGreaterThan(1);
    for (const [position, held] of expected.samples.entries()) {
      expect(await readAt(set, position)).toEqual(untellAll(held));
    }
  });

  it.each(ROW_SETS)("decode to the same values, line by line: %s", async (name) => {
    const set = await open(name);
    expect(set.index.sampleCount).toBe(expected.rows.length);
    for (const [position, held] of expected.rows.entries())
      expect(await readAt(set, position)).toEqual(untellAll(held));
  });

  it.each([...MDS_SETS, ...ROW_SETS])("carry the hashes of their files: %s", async (name) => {
    const { source, index } = await open(name);
    for (const [said, found] of await hashesOf(source, index)) expect(said).toBe(found);
  });

  it("name every encoding the writer knows", async () => {
    const { index } = await open("plain");
    const encodings = Object.fromEntries(index.schemas[0]?.columns.map(({ name, encoding }) => [name, encoding]) ?? []);
    expect(encodings).toEqual(expected.encodings);
  });

  it("give the same samples when a shard is walked", async () => {
    const { source, index } = await open("plain");
    const walked: unknown[] = [];
    for await (const sample of walkShard(source, index.shardAt(0), { windowBytes: 5_000 })) walked.push(sample);
    const single = await Promise.all(walked.map((_, position) => readSample(source, index.shardAt(0), position)));
    expect(walked).toEqual(single);
  });
});
