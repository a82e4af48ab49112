import type { PerformerInput } from "@dailies/contract";
import { expect, it } from "vitest";
import { carryValues, splitValues } from "./carry-values.ts";

const input = (key: string, spec: PerformerInput["spec"], role?: PerformerInput["role"]): PerformerInput => ({
  key,
  label: key,
  spec,
  is_required: false,
  role,
});

const one = [
  input("prompt", { type: "text" }, "prompt"),
  input("seconds", { type: "number", max: 20 }, "seconds"),
  input("seed", { type: "number" }, "seed"),
  input("style", { type: "text" }),
];
const other = [
  input("text", { type: "text" }, "prompt"),
  input("duration", { type: "number", max: 10 }, "seconds"),
  input("style", { type: "text" }),
];

it("carryValues carries by meaning, then by name, and only what fits", () => {
  const values = { prompt: "a lighthouse", seconds: 5, style: "film" };
  expect(carryValues(one, other, values)).toEqual({ text: "a lighthouse", duration: 5, style: "film" });
  expect(carryValues(one, other, { ...values, seconds: 15 })).toEqual({ text: "a lighthouse", style: "film" });
});

it("the split separates inputs from parameters, and leaves the seed to the benchmark", () => {
  expect(splitValues(one, { prompt: "a", seconds: 5, seed: 7, style: "film" })).toEqual({
    row: { prompt: "a" },
    column: { seconds: 5, style: "film" },
  });
});
