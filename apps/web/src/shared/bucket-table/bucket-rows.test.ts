import { expect, it } from "vitest";
import { bucketRows } from "./bucket-rows.ts";

const bucket = (resolution: string, frames: string, aspect: string, items: number) => ({
  resolution,
  frames,
  aspect,
  items,
});

it("the bucket table lays buckets out by size, with the longest clips on the right", () => {
  const { frames, rows, most } = bucketRows([
    bucket("720p", "33–64", "16:9", 5),
    bucket("480p", "129+", "9:16", 1),
    bucket("480p", "1–32", "16:9", 9),
    bucket("unknown", "unknown", "unknown", 2),
    bucket("480p", "33–64", "16:9", 3),
    bucket("480p", "33–64", "1:1", 4),
  ]);
  expect(frames).toEqual(["1–32", "33–64", "129+", "unknown"]);
  expect(rows.map(({ resolution, aspect, items }) => [resolution, aspect, items])).toEqual([
    ["480p", "9:16", 1],
    ["480p", "1:1", 4],
    ["480p", "16:9", 12],
    ["720p", "16:9", 5],
    ["unknown", "unknown", 2],
  ]);
  expect(rows[2]?.cells.get("33–64")?.items).toBe(3);
  expect(most).toBe(9);
});

it("the bucket table has no rows where there are no items", () => {
  expect(bucketRows([])).toEqual({ frames: [], rows: [], most: 1 });
});
