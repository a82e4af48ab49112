import { memorySource } from "@dailies/formats/memory-source";
import type { ParquetCell } from "@dailies/formats/parquet/convert-cell";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";
import { anySamples } from "@dailies/formats/testing/any-samples";
import { asShardBytes, collectBytes, plannedBytes, shardColumn, writeShard } from "@dailies/formats/testing/shard-rig";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflate } from "../../../platform/sandbox/inflate.ts";
import { parquetShardFormat } from "./parquet-shard-format.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const readBack = (file: Uint8Array, cell: ParquetCell): unknown => {
  if (cell instanceof Float32Array) return Array.from(cell);
  if (typeof cell !== "object" || cell === null) return cell;
  if (cell.kind === "json") return cell.text;
  return hex(file.subarray(cell.offset ?? 0, (cell.offset ?? 0) + cell.bytes));
};

const readAll = async (columns: readonly ShardColumn[], bytes: Uint8Array) => {
  const source = memorySource(new Map([["a.parquet", bytes]]));
  const file = await readParquetFooter(source, "a.parquet");
  const names = columns.map(({ name }) => name);
  const rows: unknown[][] = [];
  for (let group = 0; group < file.groups.length; group += 1) {
    const cells = await readParquetRows(source, file, group, names, inflate);
    const count = cells.get(names[0] ?? "")?.length ?? 0;
    for (let row = 0; row < count; row += 1)
      rows.push(names.map((name) => readBack(bytes, cells.get(name)?.[row] ?? null)));
  }
  return { rows, groups: file.groups.length };
};

/** Integers beyond 2^53 are read as digits. */
const expectedOf = async ({ type }: ShardColumn, value: ShardValue): Promise<unknown> => {
  if (typeof value === "object" && value !== null && "open" in value) return hex(await collectBytes(value.open()));
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return type === "vector" && value !== null ? Array.from(Float32Array.from(value as number[])) : value;
};

describe("a shard of Parquet", () => {
  it("gives back every value of any columns and is no larger than planned", async () => {
    await fc.assert(
      fc.asyncProperty(anySamples, async ({ columns, samples }) => {
        const format = parquetShardFormat(columns);
        const bytes = await writeShard(format, samples);
        expect(bytes.length).toBeLessThanOrEqual(plannedBytes(format, columns, samples));
        const expected = await Promise.all(
          samples.map(({ values }) =>
            Promise.all(columns.map((column, place) => expectedOf(column, values[place] ?? null))),
          ),
        );
        expect((await readAll(columns, bytes)).rows).toEqual(expected);
      }),
    );
  });

  it("has row groups of at most 16 MiB, and a larger sample has its own", async () => {
    const columns = [shardColumn("video", "bytes"), shardColumn("at", "integer")];
    const lengths = [7, 7, 7, 20, 1, 1].map((mib) => mib * 1024 ** 2);
    const samples = lengths.map((length, at) => ({ key: `${at}`, values: [asShardBytes(new Uint8Array(length)), at] }));
    const format = parquetShardFormat(columns);
    const bytes = await writeShard(format, samples);
    const { rows, groups } = await readAll([columns[1] ?? shardColumn("at", "integer")], bytes);
    expect([groups, rows.flat()]).toEqual([4, [0, 1, 2, 3, 4, 5]]);
    const planned = plannedBytes(format, columns, samples);
    expect(planned - bytes.length).toBeGreaterThan(0);
    expect(planned - bytes.length).toBeLessThan(bytes.length / 1_000);
  });

  it("has no more bytes than planned with many small rows", async () => {
    const columns = [
      shardColumn("text", "text", { isNullable: true }),
      shardColumn("score", "number", { isNullable: true }),
      shardColumn("is_good", "boolean"),
      shardColumn("motion", "vector", { dimensions: 2, isNullable: true }),
    ];
    const samples = Array.from({ length: 40_000 }, (_, at) => ({
      key: `${at}`,
      values: [
        at % 3 ? `${(at * 48_271) % 65_537}` : null,
        at % 2 ? at / 7 : null,
        at % 5 === 0,
        at % 4 ? [at, 1] : null,
      ],
    }));
    const format = parquetShardFormat(columns);
    const bytes = await writeShard(format, samples);
    const { rows, groups } = await readAll(columns, bytes);
    expect([groups, rows[39_999]]).toEqual([3, samples[39_999]?.values]);
    expect(bytes.length).toBeLessThanOrEqual(plannedBytes(format, columns, samples));
  });

  it("goes on without a sample whose bytes end early, and loses no sample before it", async () => {
    const columns = [shardColumn("video", "bytes")];
    const writer = parquetShardFormat(columns).openShard();
    const clip = asShardBytes(new Uint8Array(9 * 1024 ** 2).fill(3));
    const kept = [await collectBytes(writer.write("a", [clip]))];
    await expect(collectBytes(writer.write("b", [{ ...clip, bytes: clip.bytes + 1 }]))).rejects.toThrow("ends after");
    kept.push(await collectBytes(writer.write("c", [clip])));
    const { before, after, samples } = writer.close();
    const { rows } = await readAll(columns, Buffer.concat([before, ...kept, after]));
    expect([samples, rows.length]).toEqual([2, 2]);
  });

  it("refuses a sample that is too large for memory before it reads it", async () => {
    const writer = parquetShardFormat([shardColumn("video", "bytes")]).openShard();
    const huge = { ...asShardBytes(new Uint8Array(0)), bytes: 257 * 1024 ** 2 };
    await expect(collectBytes(writer.write("a", [huge]))).rejects.toThrow("more than 256 MiB");
  });
});
