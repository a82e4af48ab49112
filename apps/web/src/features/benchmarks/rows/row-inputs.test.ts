import { expect, it } from "vitest";
import { aColumn, aPerformer, idOf } from "../testing/a-benchmark.ts";
import { givenByColumns, rowInputs, withStrangers } from "./row-inputs.ts";

const keys = (inputs: { key: string }[]): string[] => inputs.map(({ key }) => key);

it("the row form has the union of the inputs of all columns, the prompt first and never the seed", () => {
  const other = aPerformer({
    id: idOf(901),
    input_schema: [
      { key: "image", label: "Image", spec: { type: "text" }, is_required: false, role: "image" },
      { key: "prompt", label: "Prompt", spec: { type: "text" }, is_required: true, role: "prompt" },
    ],
  });
  const columns = [aColumn(0), aColumn(1, { performer_id: other.id })];
  expect(keys(rowInputs(columns, [other, aPerformer()], "Prompt"))).toEqual(["prompt", "image", "seconds"]);
});

it("the row form asks for a prompt when there is no column yet", () => {
  expect(keys(rowInputs([], [aPerformer()], "Prompt"))).toEqual(["prompt"]);
});

it("the row form shows what a row holds although no column takes it, and leaves the rest to the columns", () => {
  const inputs = rowInputs([aColumn(0)], [aPerformer()], "Prompt");
  expect(keys(withStrangers(inputs, { prompt: "a", mood: "calm" }, (key) => key))).toContain("mood");
  expect(givenByColumns(inputs, ["prompt"], {})).toEqual(["seconds"]);
  expect(givenByColumns(inputs, ["prompt"], { seconds: 3 })).toEqual([]);
});
