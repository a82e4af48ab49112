import { inputSchema } from "@dailies/contract";
import { expect, it } from "vitest";
import { judgeInput } from "./judge-input.rules.ts";

const SCHEMA = inputSchema.parse([
  { key: "question", label: "Prompt", role: "prompt", spec: { type: "text" } },
  { key: "clip", label: "Clip", role: "video", spec: { type: "text" } },
  { key: "scale", label: "Scale", spec: { type: "number" }, default: 10 },
  { key: "other", label: "Other", spec: { type: "text" } },
]);

it("a judge is told the clip, the prompt and its own defaults", () => {
  const inputs = { prompt: "a fox", negative: "a very long text that is no prompt", seed: 4 };
  expect(judgeInput(SCHEMA, { clip: "key", inputs, label: "row 1" })).toEqual({
    question: "a fox",
    clip: "key",
    scale: 10,
  });
});

it("where no input is called so, the longest text stands for the prompt, and at last the label", () => {
  const asked = { clip: "key", label: "row 1" };
  expect(judgeInput(SCHEMA, { ...asked, inputs: { style: "ink", text: "a fox in the snow" } }).question).toBe(
    "a fox in the snow",
  );
  expect(judgeInput(SCHEMA, { ...asked, inputs: { seed: 4 } }).question).toBe("row 1");
});
