import { isNumericEncoding } from "@dailies/contract";
import { expect, it } from "vitest";
import { samplesPerShard, spacedPositions } from "./measure-column.rules.ts";

it("spacedPositions takes all samples of a small shard, and evenly spaced ones of a large shard", () => {
  expect(spacedPositions(3, 5)).toEqual([0, 1, 2]);
  expect(spacedPositions(0, 5)).toEqual([]);
  expect(spacedPositions(100, 4)).toEqual([12, 37, 62, 87]);
  expect(spacedPositions(1_000_000, 128).every((at) => at < 1_000_000)).toBe(true);
});

it("samplesPerShard reads fewer samples of each shard the more shards there are", () => {
  expect([1, 1_000, 10_000, 100_000].map(samplesPerShard)).toEqual([128, 128, 20, 4]);
});

it("isNumericEncoding knows the numbers of every format", () => {
  for (const encoding of [
    "int",
    "uint8",
    "float32",
    "str_decimal",
    "INT64",
    "DOUBLE",
    "INT32 (decimal)",
    "number",
    "cls",
  ])
    expect([encoding, isNumericEncoding(encoding)]).toEqual([encoding, true]);
  for (const encoding of [
    "str",
    "bytes",
    "INT64 (timestamp)",
    "LIST<FLOAT>",
    "ndarray:float32:16",
    "json",
    "integer list",
  ])
    expect([encoding, isNumericEncoding(encoding)]).toEqual([encoding, false]);
});
