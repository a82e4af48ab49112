import type { DatasetColumn, DatasetView, PerformerInput } from "@dailies/contract";
import { expect, it } from "vitest";
import { filterOfView, sourcesOf, textColumns } from "./dataset-choice.ts";

const aColumn = (name: string, more: Partial<DatasetColumn> = {}): DatasetColumn => ({
  name,
  type: "text",
  encoding: "str",
  role: null,
  is_indexed: true,
  ...more,
});
const anInput = (key: string, role: PerformerInput["role"]): PerformerInput => ({
  key,
  label: key,
  spec: { type: "text" },
  is_required: false,
  ...(role && { role }),
});
const COLUMNS = [
  aColumn("scene"),
  aColumn("score", { type: "number" }),
  aColumn("raw", { is_indexed: false }),
  aColumn("codec"),
  aColumn("words", { role: "caption" }),
];

it("only indexed text columns can hold a prompt, the caption first", () => {
  expect(textColumns(COLUMNS).map(({ name }) => name)).toEqual(["words", "scene"]);
});

it("a prompt comes from the caption, an image from the first frame and a video from the clip, unless chosen otherwise", () => {
  const inputs = [
    anInput("prompt", "prompt"),
    anInput("negative", "negative_prompt"),
    anInput("start", "image"),
    anInput("source", "video"),
    anInput("sound", "audio"),
    anInput("size", "size"),
  ];
  expect(sourcesOf({ inputs: {} }, inputs, COLUMNS)).toEqual({
    prompt: { from: "column", column: "words" },
    start: { from: "first_frame" },
    source: { from: "clip" },
  });
  const chosen = { prompt: { from: "column", column: "scene" }, source: null } as const;
  expect(sourcesOf({ inputs: chosen }, inputs, COLUMNS)).toEqual({
    prompt: { from: "column", column: "scene" },
    start: { from: "first_frame" },
  });
  expect(sourcesOf({ inputs: {} }, inputs, [aColumn("scene")]).prompt).toBeUndefined();
});

it("the chips and the text of a view become one filter of its version", () => {
  const view = {
    id: "v",
    version: 2,
    filters: [{ field: "score", op: "gt", value: 3 }],
    where: "scene = 'snow'",
    q: "x",
  };
  expect(filterOfView(view as unknown as DatasetView)).toEqual({
    viewId: "v",
    version: 2,
    where: "score > 3 AND scene = 'snow'",
    q: "x",
  });
});
