import { expect, it } from "vitest";
import { tileAfterKey } from "./use-tile-grid.ts";
import { layoutOf } from "./use-tile-rows.ts";

const sizes = { minWidthPx: 208, gapPx: 12, insetPx: 16, captionPx: 62 };

it("the grid fits as many tiles into a row as their least width allows", () => {
  expect(layoutOf(1024, sizes)).toEqual({ columns: 4, rowPx: 201 });
  expect(layoutOf(460, sizes).columns).toBe(2);
  expect(layoutOf(10, sizes).columns).toBe(1);
});

it("the cursor moves by tile, by row and by page, and never leaves the grid", () => {
  const grid = { active: 5, columns: 4, pageRows: 3, count: 22 };
  const after = (key: string) => tileAfterKey(key, grid);
  expect(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "j", "k"].map(after)).toEqual([6, 4, 9, 1, 9, 1]);
  expect(["PageDown", "PageUp", "Home", "End"].map(after)).toEqual([17, 0, 0, 21]);
  expect(tileAfterKey("ArrowDown", { ...grid, active: 21 })).toBe(21);
  expect(after("x")).toBeUndefined();
});
