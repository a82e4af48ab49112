import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ShardColumn, ShardValue } from "../shard-writer.ts";
import { anySamples } from "../testing/any-samples.ts";
import { openSet } from "../testing/mds-sets.ts";
import {
  asShardBytes,
  collectBytes,
  plannedBytes,
  type RigSample,
  shardColumn,
  writeShard,
} from "../testing/shard-rig.ts";
import { writeMdsEntry, writeMdsIndex } from "./mds-index-file.ts";
import { layOutMds } from "./mds-layout.ts";
import { mdsShardFormat, mdsShardLayout } from "./mds-shard-format.ts";
import { readSample } from "./shards/read-sample.ts";
import { decodeColumn } from "./values/decode-column.ts";
import type { MdsValue } from "./values/mds-value.ts";

const readBack = (value: MdsValue): unknown => {
  if (value.kind === "bytes") return value.bytes;
  if (value.kind === "text" || value.kind === "json") return value.text;
  if (value.kind === "integer" || value.kind === "float") return value.value;
  return value.kind === "array" ? Array.from(value.values as Iterable<number>) : value.kind;
};

/** What a reader finds for a value, by the encodings that the format documents. */
const expectedOf = async ({ type, isNullable }: ShardColumn, value: ShardValue): Promise<unknown> => {
  const isJson = type === "json" || (isNullable && ["integer", "boolean", "vector"].includes(type));
  if (isJson && value === null) return "null";
  if (isJson && type === "vector") return expect.stringMatching(/^\[.*\]$/);
  if (isJson) return String(value);
  if (value === null) return { bytes: new Uint8Array(0), number: Number.NaN }[type as "bytes" | "number"] ?? "";
  if (typeof value === "object" && "open" in value) return await collectBytes(value.open());
  if (type === "integer") return BigInt(value as bigint);
  return type === "boolean" ? Number(value) : value;
};

const readAll = async (columns: readonly ShardColumn[], samples: readonly RigSample[], bytes: Uint8Array) => {
  const raw = { bytes: bytes.length, hashes: {} };
  const entry = writeMdsEntry(mdsShardLayout(columns, {}), { shard: 0, samples: samples.length, raw });
  const index = await collectBytes(writeMdsIndex([entry]));
  const set = await openSet(
    new Map([
      ["set/index.json", index],
      ["set/shard.00000.mds", bytes],
    ]),
  );
  const rows: Record<string, unknown>[] = [];
  for (let place = 0; place < samples.length; place += 1) {
    const sample = await readSample(set.source, set.index.shardAt(0), place);
    rows.push(Object.fromEntries(sample.columns.map((column) => [column.name, readBack(decodeColumn(column))])));
  }
  return rows;
};

describe("a shard of MDS", () => {
  it("gives back every value of any columns and has exactly the planned size", async () => {
    await fc.assert(
      fc.asyncProperty(anySamples, async ({ columns, samples }) => {
        const format = mdsShardFormat(columns);
        const bytes = await writeShard(format, samples);
        expect(bytes.length).toBe(plannedBytes(format, columns, samples));
        const expected = await Promise.all(
          samples.map(async ({ values }) =>
            Object.fromEntries(
              await Promise.all(
                columns.map(async (column, place) => [column.name, await expectedOf(column, values[place] ?? null)]),
              ),
            ),
          ),
        );
        expect(await readAll(columns, samples, bytes)).toEqual(expected);
      }),
    );
  });

  it("goes on without a sample whose bytes end early", async () => {
    const columns = [shardColumn("video", "bytes"), shardColumn("fps", "number")];
    const clip = (length: number) => asShardBytes(new Uint8Array(length).fill(7));
    const writer = mdsShardFormat(columns).openShard();
    const first = await collectBytes(writer.write("a", [clip(10), 24]));
    const broken = { ...clip(10), bytes: 11 };
    await expect(collectBytes(writer.write("b", [broken, 24]))).rejects.toThrow("ends after 10 of its 11 bytes");
    const long = { ...clip(10), bytes: 9 };
    await expect(collectBytes(writer.write("b", [long, 24]))).rejects.toThrow("more than its 9 bytes");
    const last = await collectBytes(writer.write("c", [clip(20), 25]));
    const { before, samples } = writer.close();
    expect(samples).toBe(2);
    const whole = await writeShard(mdsShardFormat(columns), [
      { key: "a", values: [clip(10), 24] },
      { key: "c", values: [clip(20), 25] },
    ]);
    expect(Buffer.concat([before, first, last])).toEqual(Buffer.from(whole));
  });

  it("refuses more bytes than its offsets can count", async () => {
    const writer = mdsShardFormat([shardColumn("video", "bytes")]).openShard();
    const huge = { bytes: 2 ** 32 - 1, open: asShardBytes(new Uint8Array(0)).open };
    await expect(collectBytes(writer.write("a", [huge]))).rejects.toThrow("more than 4 GiB");
  });

  it.each([
    ["integer", null],
    ["integer", 1.5],
    ["integer", 2n ** 63n],
    ["boolean", "true"],
    ["vector", [1, 2]],
    ["text", 7],
    ["bytes", "text"],
  ] as const)("refuses for the type %s the value %s", async (type, value) => {
    const column = shardColumn("it", type, { dimensions: 3 });
    const writer = mdsShardFormat([column]).openShard();
    await expect(collectBytes(writer.write("a", [value]))).rejects.toThrow("the column it");
  });

  it("refuses JSON that no reader could parse, and keeps what Python parses", async () => {
    const columns = [shardColumn("meta", "json")];
    const writer = mdsShardFormat(columns).openShard();
    await expect(collectBytes(writer.write("a", ["{'a': 1}"]))).rejects.toThrow("not JSON");
    const bytes = await writeShard(mdsShardFormat(columns), [{ key: "a", values: ['{"a": NaN}'] }]);
    expect(await readAll(columns, [{ key: "a", values: [] }], bytes)).toEqual([{ meta: '{"a": NaN}' }]);
  });

  it("keeps long integers that come as text", async () => {
    const columns = [shardColumn("id", "integer")];
    const bytes = await writeShard(mdsShardFormat(columns), [{ key: "a", values: ["9223372036854775807"] }]);
    expect(await readAll(columns, [{ key: "a", values: [] }], bytes)).toEqual([{ id: 2n ** 63n - 1n }]);
  });
});

describe("the layout of MDS", () => {
  it("sorts columns by code point as Python does", () => {
    const names = ["z", "🦊", "！", "a", "ab"];
    const { columns } = layOutMds(
      names.map((name) => ({ name, encoding: "str" })),
      {},
    );
    expect(columns.map(({ name }) => name)).toEqual(["a", "ab", "z", "！", "🦊"]);
  });

  it("refuses two columns of one name", () => {
    expect(() => mdsShardFormat([shardColumn("a", "text"), shardColumn("a", "json")])).toThrow("the same name");
  });

  it("names the compressed file of a shard in the index", async () => {
    const layout = mdsShardLayout([shardColumn("a", "text")], { compression: "zstd:3", hashes: ["sha256"] });
    const [raw, zip] = [
      { bytes: 90, hashes: { sha256: "aa" } },
      { bytes: 9, hashes: { sha256: "bb" } },
    ];
    const entry = JSON.parse(writeMdsEntry(layout, { shard: 12, samples: 3, raw, zip })) as Record<string, unknown>;
    expect(entry).toMatchObject({
      compression: "zstd:3",
      hashes: ["sha256"],
      raw_data: { basename: "shard.00012.mds", ...raw },
      zip_data: { basename: "shard.00012.mds.zstd", ...zip },
      samples: 3,
    });
  });

  it("writes an index without shards", async () => {
    expect(new TextDecoder().decode(await collectBytes(writeMdsIndex([])))).toBe('{"shards": [], "version": 2}');
  });
});
