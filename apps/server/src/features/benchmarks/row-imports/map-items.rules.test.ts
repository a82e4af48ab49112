import type { DatasetRow } from "@dailies/contract";
import { expect, it } from "vitest";
import { mapItems } from "./map-items.rules.ts";

const anItem = (ordinal: number, more: Partial<DatasetRow> = {}): DatasetRow => ({
  ordinal,
  key: `clip-${ordinal}`,
  media: { object: "a", offset: 0, bytes: 9, content_type: "video/mp4" },
  caption: null,
  duration_s: null,
  width: null,
  height: null,
  fps: null,
  frames: null,
  codec: null,
  fault: null,
  values: {},
  ...more,
});
const prompt = { from: "column", column: "text" } as const;

it("sampled items become rows in their order, and those without a prompt are left out with the reason", () => {
  const items = [
    anItem(7, { values: { text: " a fox ", scene: "snow" } }),
    anItem(2, { values: { text: null, scene: "street" } }),
    anItem(9, { values: { text: "a boat", scene: null } }),
    anItem(4, { values: { text: { kind: "json", bytes: 2, preview: "{}" } } }),
  ];
  const mapped = mapItems(items, { inputs: { prompt }, category_column: "scene", required: ["prompt"] });
  expect(mapped.map(({ position, key, media }) => [position, key, media])).toEqual([
    [0, "clip-7", null],
    [1, "clip-2", null],
    [2, "clip-9", null],
    [3, "clip-4", null],
  ]);
  expect(mapped.map(({ fields, fault }) => fault ?? [fields.inputs.prompt, fields.category])).toEqual([
    ["a fox", "snow"],
    "there is no text for the input 'prompt'",
    ["a boat", ""],
    "there is no text for the input 'prompt'",
  ]);
});

it("an empty text of another input than the prompt is omitted from the row", () => {
  const negative = { from: "column", column: "avoid" } as const;
  const mapping = { inputs: { prompt, negative_prompt: negative }, required: ["prompt"] };
  const [row] = mapItems([anItem(0, { values: { text: "a fox", avoid: "" } })], mapping);
  expect([row?.fields.inputs, row?.fault]).toEqual([{ prompt: "a fox" }, null]);
});

it("the caption and the key are read wherever the item has them, and a category is cut to what a row takes", () => {
  const mapping = {
    inputs: { prompt: { from: "column", column: "caption" }, name: { from: "column", column: "key" } },
    category_column: "scene",
    required: ["prompt"],
  } as const;
  const [row] = mapItems([anItem(0, { caption: "a fox", values: { scene: "s".repeat(100) } })], mapping);
  expect(row?.fields).toMatchObject({ inputs: { prompt: "a fox", name: "clip-0" }, category: "s".repeat(80) });
});

it("an item is left out when its clip is missing or was found faulty, unless no clip is needed", () => {
  const items = [anItem(0, { media: null }), anItem(1, { fault: "the clip is truncated" }), anItem(2)];
  const withFrame = { inputs: { image: { from: "first_frame" } }, required: [] } as const;
  expect(mapItems(items, withFrame).map(({ fault }) => fault)).toEqual([
    "the item has no clip",
    "the clip is truncated",
    null,
  ]);
  const textOnly = { inputs: { prompt: { from: "column", column: "key" } }, required: [] } as const;
  expect(mapItems(items, textOnly).map(({ fault }) => fault)).toEqual([null, null, null]);
});

it("a text that no row can hold leaves its item out instead of failing the import", () => {
  const texts = ["a\0b", "x".repeat(20_001), "fine"];
  const mapped = mapItems(
    texts.map((text, n) => anItem(n, { key: `k\0${n}`, values: { text } })),
    { inputs: { prompt }, required: ["prompt"] },
  );
  expect(mapped.map(({ key, fault, fields }) => [key, fault === null, fields.inputs])).toEqual([
    ["k0", false, {}],
    ["k1", false, {}],
    ["k2", true, { prompt: "fine" }],
  ]);
});
