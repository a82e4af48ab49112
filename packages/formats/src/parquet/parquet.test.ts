import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { FormatFault } from "../format-fault.ts";
import { type CountedSource, countedSource } from "../testing/counted-source.ts";
import { inflateWithNode } from "../testing/inflate-with-node.ts";
import type { ParquetCell } from "./convert-cell.ts";
import { readParquetFooter } from "./read-footer.ts";
import { readParquetRows } from "./read-rows.ts";

const FILES = ["plain", "snappy-dictionary", "zstd-v2", "gzip", "brotli", "lz4", "deltas-v2", "deltas"] as const;
const load = async (name: string) => new Uint8Array(await readFile(new URL(`./fixtures/${name}`, import.meta.url)));

let expected: ReadonlyMap<string, readonly unknown[]>;
beforeAll(async () => {
  const lines = new TextDecoder()
    .decode(await load("rows.jsonl"))
    .trim()
    .split("\n");
  const columns = lines.map((line) => JSON.parse(line) as { name: string; values: unknown[] });
  expected = new Map(columns.map(({ name, values }) => [name, values]));
});

/** A cell in the form the writer's JSON uses. */
const plain = (cell: ParquetCell): unknown => {
  if (cell instanceof Float32Array) return [...cell];
  if (cell === null || typeof cell !== "object") return cell;
  return cell.kind === "binary" ? { bytes: cell.bytes } : (JSON.parse(cell.text) as unknown);
};

const readAll = async (source: CountedSource, names: readonly string[]) => {
  const file = await readParquetFooter(source, "f");
  const all = new Map<string, unknown[]>(names.map((name) => [name, []]));
  for (const { index } of file.groups) {
    const rows = await readParquetRows(source, file, index, names, inflateWithNode);
    for (const [name, cells] of rows) all.get(name)?.push(...cells.map(plain));
  }
  return all;
};

describe("Parquet as pyarrow writes it", () => {
  it.each(FILES)("%s: every value of every column is the one that was written", async (name) => {
    const source = countedSource({ f: await load(`${name}.parquet`) });
    const all = await readAll(source, [...expected.keys()]);
    for (const [column, values] of expected) expect(all.get(column), column).toEqual(values);
  });

  it("tells columns with our types, rows and groups, in one read", async () => {
    const source = countedSource({ f: await load("plain.parquet") });
    const file = await readParquetFooter(source, "f");
    expect(source.reads).toHaveLength(1);
    expect(file).toMatchObject({
      rows: 120,
      groups: [{ rows: 50 }, { rows: 50, firstRow: 50 }, { rows: 20, firstRow: 100 }],
    });
    expect(Object.fromEntries(file.columns.map(({ name, type }) => [name, type]))).toMatchObject({
      id: "integer",
      flag: "boolean",
      score: "number",
      text: "text",
      blob: "binary",
      at: "time",
      day: "time",
      price: "number",
      vec: "vector",
      tags: "json",
      "motion.mean": "number",
      "windows.caption": "json",
    });
  });

  it("tells where bytes lie when they lie there as they are", async () => {
    const bytes = await load("plain.parquet");
    const source = countedSource({ f: bytes });
    const file = await readParquetFooter(source, "f");
    const cells = (await readParquetRows(source, file, 1, ["blob"], inflateWithNode)).get("blob") ?? [];
    for (const [row, cell] of cells.entries()) {
      const place = row + 50;
      if (cell === null || typeof cell !== "object" || !("kind" in cell) || cell.kind !== "binary") {
        expect(place % 13).toBe(0);
        continue;
      }
      const from = cell.offset ?? -1;
      expect([...bytes.subarray(from, from + cell.bytes)]).toEqual(
        Array.from({ length: place % 50 }, () => place % 256),
      );
    }
    const packed = countedSource({ f: await load("zstd-v2.parquet") });
    const other = await readParquetFooter(packed, "f");
    const [, blob] = (await readParquetRows(packed, other, 0, ["blob"], inflateWithNode)).get("blob") ?? [];
    expect(blob).toMatchObject({ kind: "binary", offset: null });
  });
});

describe("hostile Parquet", () => {
  const small = async () => await load("snappy-dictionary.parquet");

  it("refuses what is no Parquet, what is cut and what is encrypted", async () => {
    const bytes = await small();
    const read = async (f: Uint8Array) => await readParquetFooter(countedSource({ f }), "f");
    await expect(read(bytes.subarray(0, bytes.length - 5))).rejects.toMatchObject({ kind: "malformed" });
    await expect(read(bytes.subarray(0, 6))).rejects.toMatchObject({ kind: "truncated" });
    const encrypted = bytes.slice();
    encrypted.set(new TextEncoder().encode("PARE"), encrypted.length - 4);
    await expect(read(encrypted)).rejects.toThrow("encrypted");
    const lying = bytes.slice();
    new DataView(lying.buffer).setUint32(lying.length - 8, 0xff_ff_ff_f0, true);
    await expect(read(lying)).rejects.toMatchObject({ name: "FormatFault" });
  });

  it("throws nothing else than a refusal, soon, whatever bytes are changed", async () => {
    const sources = await Promise.all(["plain", "deltas-v2", "zstd-v2", "lz4"].map((name) => load(`${name}.parquet`)));
    let state = 99;
    const next = (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    const others: unknown[] = [];
    let slowestUs = 0;
    for (let round = 0; round < 400; round += 1) {
      const bytes = (sources[round % sources.length] ?? new Uint8Array(0)).slice();
      for (let change = 0; change <= next(6); change += 1) bytes[next(bytes.length)] = next(256);
      const before = process.threadCpuUsage();
      await readAll(countedSource({ f: bytes }), ["id", "name", "text", "blob", "tags", "nested", "flag"]).catch(
        (error: unknown) => {
          if (!(error instanceof FormatFault)) others.push(error);
        },
      );
      slowestUs = Math.max(slowestUs, process.threadCpuUsage(before).user);
    }
    expect(others).toEqual([]);
    expect(slowestUs).toBeLessThan(500_000);
  });
});
