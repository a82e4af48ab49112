import { expect, it } from "vitest";
import { cellAt, layOutMap, moveCell } from "./map-layout.ts";

it("the shard map draws few shards large and many small, and each of a hundred thousand", () => {
  const few = layOutMap(40, 1_200);
  expect(few).toMatchObject({ rows: 1, stepPx: 18 });
  const many = layOutMap(100_000, 1_200);
  expect(many).toMatchObject({ stepPx: 2, columns: 600, rows: 167, heightPx: 334 });
  expect(many.columns * many.rows).toBeGreaterThanOrEqual(100_000);
});

it("the shard map finds the cell under the pointer, and none beyond the last", () => {
  const map = layOutMap(100_000, 1_200);
  expect(cellAt(map, 0, 0)).toBe(0);
  expect(cellAt(map, 1_199, 0)).toBe(599);
  expect(cellAt(map, 3, 5)).toBe(2 * 600 + 1);
  expect(cellAt(map, 900, 333)).toBeUndefined();
  expect(cellAt(map, -1, 0)).toBeUndefined();
});

it("the shard map moves by keys and stops at the edges", () => {
  const map = layOutMap(100, 180);
  expect(map.columns).toBe(12);
  expect(moveCell(map, 0, "ArrowLeft")).toBe(0);
  expect(moveCell(map, 0, "ArrowDown")).toBe(12);
  expect(moveCell(map, 3, "ArrowUp")).toBe(3);
  expect(moveCell(map, 97, "ArrowDown")).toBe(97);
  expect(moveCell(map, 0, "End")).toBe(99);
  expect(moveCell(map, 5, "x")).toBeUndefined();
});
