import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoToMicroseconds } from "../iso-times.ts";
import { joinBytes } from "../join-bytes.ts";
import { memorySource } from "../memory-source.ts";
import type { ShardColumn, ShardValue } from "../shard-writer.ts";
import { anySamples } from "../testing/any-samples.ts";
import { readLanceFile } from "../testing/read-lance-file.ts";
import { asShardBytes, collectBytes, plannedBytes, shardColumn, writeShard } from "../testing/shard-rig.ts";
import { lanceShardFormat } from "./lance-shard-format.ts";
import { readLanceManifest } from "./read-manifest.ts";
import { LANCE_MANIFEST_NAME, writeLanceManifest } from "./write-manifest.ts";

const MIB = 1024 ** 2;
const utf8 = new TextEncoder();

const expectedOf = async ({ type }: ShardColumn, value: ShardValue): Promise<unknown> => {
  if (value === null) return null;
  if (typeof value === "object" && "open" in value) return collectBytes(value.open());
  if (type === "time") return isoToMicroseconds(String(value));
  if (type === "integer") return BigInt(value as number | bigint);
  if (type === "vector") return Array.from(Float32Array.from(value as readonly number[]));
  return typeof value === "string" ? utf8.encode(value) : value;
};

const clip = (length: number, byte = 3) => asShardBytes(new Uint8Array(length).fill(byte));

describe("a shard of Lance", () => {
  it("gives back every value of any columns, is no larger than planned and the same when it is written again", async () => {
    await fc.assert(
      fc.asyncProperty(anySamples, async ({ columns, samples }) => {
        const format = lanceShardFormat(columns);
        const bytes = await writeShard(format, samples);
        expect(bytes.length).toBeLessThanOrEqual(plannedBytes(format, columns, samples));
        expect(await writeShard(format, samples)).toEqual(bytes);
        const expected = await Promise.all(
          samples.map(({ values }) =>
            Promise.all(columns.map((column, place) => expectedOf(column, values[place] ?? null))),
          ),
        );
        expect(readLanceFile(bytes).rows).toEqual(expected);
      }),
    );
  });

  it("has pages of clips of 8 MiB, and the clips lie in it as they came", async () => {
    const columns = [shardColumn("at", "integer"), shardColumn("video", "bytes")];
    const lengths = [5, 5, 1, 20, 1];
    const samples = lengths.map((mib, at) => ({ key: `${at}`, values: [at, clip(mib * MIB + at, at + 1)] }));
    const format = lanceShardFormat(columns);
    const bytes = await writeShard(format, samples);
    const { rows, pages } = readLanceFile(bytes);
    expect(pages).toEqual([1, 3]);
    for (const [at, [, video]] of rows.entries()) {
      const expected = Buffer.alloc((lengths[at] ?? 0) * MIB + at, at + 1);
      expect(expected.equals(video as Uint8Array)).toBe(true);
    }
    const planned = plannedBytes(format, columns, samples);
    expect(planned - bytes.length).toBeGreaterThan(0);
    expect(planned - bytes.length).toBeLessThan(bytes.length / 1_000);
  });

  it("holds few values in memory, has several pages of each column then, and no more bytes than planned", async () => {
    const columns = [
      shardColumn("video", "bytes", { isNullable: true }),
      shardColumn("text", "text", { isNullable: true }),
      shardColumn("score", "number", { isNullable: true }),
      shardColumn("is_good", "boolean", { isNullable: true }),
      shardColumn("motion", "vector", { dimensions: 2, isNullable: true }),
      shardColumn("mask", "bytes"),
    ];
    const text = "x".repeat(500);
    const valuesAt = (at: number) => [
      at % 2 ? clip(at % 40) : null,
      at % 3 ? `${at} ${text}` : null,
      at % 4 ? at / 7 : null,
      at % 5 ? at % 2 === 0 : null,
      at % 6 ? [at, 1] : null,
      clip(at % 9, 5),
    ];
    const samples = Array.from({ length: 70_000 }, (_, at) => ({ key: `${at}`, values: valuesAt(at) }));
    const format = lanceShardFormat(columns);
    const writer = format.openShard();
    const held: Uint8Array[] = [];
    for (const { key, values } of samples) held.push(await collectBytes(writer.write(key, values)));
    const { before, after } = writer.close();
    expect(before.length + after.length).toBeLessThan(18 * MIB);
    const bytes = joinBytes([before, ...held, after]);
    const { rows, pages } = readLanceFile(bytes);
    expect(pages).toEqual([2, 2, 2, 2, 2, 2]);
    expect(bytes.length).toBeLessThanOrEqual(plannedBytes(format, columns, samples));
    for (const at of [0, 1, 39_999, 69_998, 69_999]) {
      const expected = await Promise.all(
        columns.map((column, place) => expectedOf(column, samples[at]?.values[place] ?? null)),
      );
      expect(rows[at]).toEqual(expected);
    }
  });

  it("goes on without a sample whose bytes end early", async () => {
    const columns = [shardColumn("video", "bytes"), shardColumn("at", "integer")];
    const writer = lanceShardFormat(columns).openShard();
    const kept = [await collectBytes(writer.write("a", [clip(3), 1]))];
    await expect(collectBytes(writer.write("b", [{ ...clip(9), bytes: 10 }, 2]))).rejects.toThrow("ends after");
    await expect(collectBytes(writer.write("c", [clip(9), "none"]))).rejects.toThrow("type integer");
    kept.push(await collectBytes(writer.write("d", [clip(4), 4])));
    const { after, samples } = writer.close();
    const { rows } = readLanceFile(joinBytes([...kept, after]));
    expect([samples, rows]).toEqual([
      2,
      [
        [new Uint8Array(3).fill(3), 1n],
        [new Uint8Array(4).fill(3), 4n],
      ],
    ]);
  });

  it("refuses what readers could not hold, before it reads it, and columns that are no table", async () => {
    const columns = [shardColumn("video", "bytes"), shardColumn("mask", "bytes")];
    const writer = lanceShardFormat(columns).openShard();
    const huge = { ...clip(0), bytes: 2 ** 31 };
    await expect(collectBytes(writer.write("a", [huge, clip(0)]))).rejects.toThrow("more than 2 GiB");
    const large = { ...clip(0), bytes: 257 * MIB };
    await expect(collectBytes(writer.write("a", [clip(0), large]))).rejects.toThrow("more than 256 MiB");
    expect(() => lanceShardFormat([shardColumn("a", "text"), shardColumn("a", "text")])).toThrow("same name");
    expect(() => lanceShardFormat([shardColumn("a", "vector")])).toThrow("no common length");
  });
});

describe("the manifest of a Lance table that was written", () => {
  it("has the columns and every fragment, and is the same when it is written again", async () => {
    const columns = [
      shardColumn("video", "bytes"),
      shardColumn("caption", "text"),
      shardColumn("at", "time"),
      shardColumn("embedding", "vector", { dimensions: 4 }),
    ];
    const fragments = Array.from({ length: 300 }, (_, at) => ({ file: `shard.${at}.lance`, rows: at + 1, bytes: 900 }));
    const table = { columns, writtenAt: new Date("2026-01-02T03:04:05.678Z") };
    const bytes = await writeLanceManifest(table, fragments);
    expect(await writeLanceManifest(table, fragments)).toEqual(bytes);
    const manifest = await readLanceManifest(
      memorySource(new Map([[LANCE_MANIFEST_NAME, bytes]])),
      LANCE_MANIFEST_NAME,
    );
    expect(manifest).toMatchObject({
      version: 1,
      rows: 45_150,
      dataFormat: "lance 2.0",
      writer: "dailies 1.0.0",
      writtenAt: "2026-01-02T03:04:05.000Z",
    });
    expect(manifest.columns.map(({ name, type }) => [name, type])).toEqual([
      ["video", "binary"],
      ["caption", "text"],
      ["at", "time"],
      ["embedding", "vector"],
    ]);
    expect(manifest.fragments[299]).toMatchObject({ id: 299, rows: 300, files: ["shard.299.lance"] });
  });
});
