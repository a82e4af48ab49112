import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePythonJson } from "../python-json.ts";
import type { ShardColumn, ShardValue } from "../shard-writer.ts";
import { anySamples } from "../testing/any-samples.ts";
import { countedSource } from "../testing/counted-source.ts";
import {
  asShardBytes,
  collectBytes,
  plannedBytes,
  type RigSample,
  shardColumn,
  writeShard,
} from "../testing/shard-rig.ts";
import { readTarSamples, type TarSample } from "./group-samples.ts";
import { nameSample } from "./sample-name.ts";
import { tarShardFormat } from "./tar-shard-format.ts";
import { writeWidsIndex } from "./wids-index-file.ts";

const samplesOf = async (tar: Uint8Array): Promise<TarSample[]> => {
  const found: TarSample[] = [];
  for await (const sample of readTarSamples(countedSource({ "a.tar": tar }), "a.tar", { inlineBytes: 100_000 }))
    found.push(sample);
  return found;
};

const jsonIn = ({ files }: TarSample): unknown =>
  parsePythonJson(new TextDecoder().decode(files.find(({ suffix }) => suffix === "json")?.data));

const expectedScalar = ({ type }: ShardColumn, value: ShardValue): unknown => {
  if (value === null) return null;
  if (type === "json") return parsePythonJson(value as string);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return Array.isArray(value) ? value.map((one) => (Number.isFinite(one) ? one : null)) : value;
};

const expectedJson = (columns: readonly ShardColumn[], { key, values }: RigSample): unknown => {
  const pairs = columns.map((column, place) => [column, values[place] ?? null] as const);
  const scalars = pairs.filter(([{ type }]) => type !== "bytes");
  return Object.fromEntries([
    ["__key__", key],
    ...scalars.map(([column, value]) => [column.name, expectedScalar(column, value)] as const),
  ]);
};

const expectedFiles = async (columns: readonly ShardColumn[], { values }: RigSample) => {
  const files: [string, string][] = [];
  const isOnly = columns.filter(({ type }) => type === "bytes").length === 1;
  for (const [place, { name, type }] of columns.entries()) {
    const value = values[place] ?? null;
    if (type !== "bytes" || value === null || typeof value !== "object" || !("open" in value)) continue;
    const bytes = await collectBytes(value.open());
    if (bytes.length > 0) files.push([isOnly ? "mp4" : `${name}.mp4`, Buffer.from(bytes).toString("hex")]);
  }
  return new Map(files);
};

const filesIn = ({ files }: TarSample) =>
  new Map(
    files
      .filter(({ suffix }) => suffix !== "json")
      .map(({ suffix, data }) => [suffix, Buffer.from(data ?? []).toString("hex")]),
  );

describe("a shard of a WebDataset", () => {
  it("gives back every value of any columns and keys and has exactly the planned size", async () => {
    await fc.assert(
      fc.asyncProperty(anySamples, async ({ columns, samples }) => {
        const format = tarShardFormat(columns);
        const tar = await writeShard(format, samples);
        expect(tar.length).toBe(plannedBytes(format, columns, samples));
        const found = await samplesOf(tar);
        expect(new Set(found.map(({ key }) => key)).size).toBe(samples.length);
        expect(found.map(jsonIn)).toEqual(samples.map((sample) => expectedJson(columns, sample)));
        expect(found.map(filesIn)).toEqual(await Promise.all(samples.map((sample) => expectedFiles(columns, sample))));
      }),
    );
  });

  it("has the files of a sample side by side in the order of their extensions", async () => {
    const columns = [shardColumn("video", "bytes"), shardColumn("mask", "bytes", { extension: "png" })];
    const bytes = asShardBytes(Uint8Array.of(1));
    const tar = await writeShard(tarShardFormat(columns), [{ key: "train/clip.v1", values: [bytes, bytes] }]);
    const [sample] = await samplesOf(tar);
    expect(sample?.files.map(({ name }) => name)).toEqual([
      "train%2Fclip%2Ev1.json",
      "train%2Fclip%2Ev1.mask.png",
      "train%2Fclip%2Ev1.video.mp4",
    ]);
  });

  it("names a single JSON file of bytes after its column", async () => {
    const columns = [shardColumn("poses", "bytes", { extension: "json" })];
    const tar = await writeShard(tarShardFormat(columns), [{ key: "a", values: [asShardBytes(Uint8Array.of(1))] }]);
    expect((await samplesOf(tar))[0]?.files.map(({ name }) => name)).toEqual(["a.json", "a.poses.json"]);
  });

  it("keeps numbers as floats and JSON readable for strict readers", async () => {
    const columns = [shardColumn("fps", "number"), shardColumn("meta", "json")];
    const tar = await writeShard(tarShardFormat(columns), [
      { key: "a", values: [24, '{"x": [NaN, -Infinity, "NaN"]}'] },
    ]);
    const [sample] = await samplesOf(tar);
    expect(new TextDecoder().decode(sample?.files[0]?.data)).toBe(
      '{"__key__":"a","fps":24.0,"meta":{"x": [null, null, "NaN"]}}',
    );
  });

  it("goes on without a sample that cannot be written", async () => {
    const columns = [shardColumn("meta", "json"), shardColumn("video", "bytes")];
    const writer = tarShardFormat(columns).openShard();
    const clip = asShardBytes(Uint8Array.of(1, 2, 3));
    await expect(collectBytes(writer.write("a", ['1, "__key__": 2', clip]))).rejects.toThrow("not JSON");
    await expect(collectBytes(writer.write("a", ["1", { ...clip, bytes: 4 }]))).rejects.toThrow("ends after 3");
    await collectBytes(writer.write("a", ["1", clip]));
    await expect(collectBytes(writer.write("a", ["1", clip]))).rejects.toThrow("two adjacent samples");
    expect(writer.close().samples).toBe(1);
  });

  it("refuses columns whose files or values would share a name", () => {
    expect(() => tarShardFormat([shardColumn("__key__", "text")])).toThrow("the same name");
    expect(() => tarShardFormat([shardColumn("a", "bytes", { extension: "MP4" })])).toThrow("cannot be the extension");
    expect(() => tarShardFormat([shardColumn("a", "bytes", { extension: "x/y" })])).toThrow("cannot be the extension");
  });
});

describe("the name of a sample", () => {
  it("is different for different keys and gives the key back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), async (key) => {
        const name = await nameSample(key, 1_000);
        expect(decodeURIComponent(name)).toBe(key);
        expect(name).toMatch(/^(?!_)[A-Za-z0-9_%-]+$/);
      }),
    );
    expect(await nameSample("", 90)).toBe("%");
    expect(await nameSample("__a__", 90)).toBe("%5F_a__");
  });

  it("fits into the header of a tar and is still different for long keys that begin alike", async () => {
    const keys = ["a".repeat(300), `${"a".repeat(299)}b`, "a".repeat(90), "a".repeat(91)];
    const names = await Promise.all(keys.map((key) => nameSample(key, 90)));
    expect(names.map(({ length }) => length)).toEqual([90, 90, 90, 90]);
    expect(new Set(names).size).toBe(4);
    expect(names[2]).toBe("a".repeat(90));
    expect(names[0]).toMatch(/^a{56}%-[0-9a-f]{32}$/);
  });
});

it("the index for wids lists the shards with their sizes", async () => {
  const shards = [{ url: "a-000000.tar", samples: 3, bytes: 10_240, md5: "ff" }];
  const text = new TextDecoder().decode(await collectBytes(writeWidsIndex("cats", shards)));
  expect(JSON.parse(text)).toEqual({
    __kind__: "wids-shard-index-v1",
    wids_version: 1,
    name: "cats",
    shardlist: [{ url: "a-000000.tar", md5sum: "ff", nsamples: 3, filesize: 10_240 }],
  });
});
