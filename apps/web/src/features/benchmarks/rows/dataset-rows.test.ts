import type { DatasetColumn, DatasetRow } from "@dailies/contract";
import { expect, it } from "vitest";
import { rowsOfItems, textColumns, whereOf } from "./dataset-rows.ts";

const anItem = (ordinal: number, values: DatasetRow["values"], caption: string | null = null): DatasetRow => ({
  ordinal,
  key: `clip-${ordinal}`,
  media: null,
  caption,
  duration_s: null,
  width: null,
  height: null,
  fps: null,
  frames: null,
  codec: null,
  fault: null,
  values,
});
const aColumn = (name: string, more: Partial<DatasetColumn> = {}): DatasetColumn => ({
  name,
  type: "text",
  encoding: "str",
  role: null,
  is_indexed: true,
  ...more,
});

it("sampled items become rows in their order, and those without a text are counted", () => {
  const items = [
    anItem(7, { text: " a fox ", scene: "snow" }),
    anItem(2, { text: null, scene: "street" }),
    anItem(9, { text: "a boat", scene: null }),
    anItem(4, { text: { kind: "json", bytes: 2, preview: "{}" }, scene: "x" }),
  ];
  const drawn = rowsOfItems(items, { promptColumn: "text", categoryColumn: "scene" });
  expect(drawn).toEqual({
    text: '{"prompt":"a fox","category":"snow"}\n{"prompt":"a boat","category":""}',
    empty: 2,
  });
});

it("a caption is read wherever the item has it, and a category is cut to what a row takes", () => {
  const drawn = rowsOfItems([anItem(0, { scene: "s".repeat(100) }, "a fox")], {
    promptColumn: "caption",
    categoryColumn: "scene",
  });
  expect(JSON.parse(drawn.text)).toEqual({ prompt: "a fox", category: "s".repeat(80) });
});

it("only indexed text columns can hold a prompt, the caption first", () => {
  const columns = [
    aColumn("scene"),
    aColumn("score", { type: "number" }),
    aColumn("raw", { is_indexed: false }),
    aColumn("codec"),
    aColumn("words", { role: "caption" }),
  ];
  expect(textColumns(columns).map(({ name }) => name)).toEqual(["words", "scene"]);
});

it("the chips and the text of a view become one filter", () => {
  const filters = [{ field: "score", op: "gt" as const, value: 3 }];
  expect(whereOf({ filters, where: "scene = 'snow'" })).toBe("score > 3 AND scene = 'snow'");
  expect(whereOf({ filters: [], where: "" })).toBe("");
});
