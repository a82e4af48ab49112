import { expect, it } from "vitest";
import { aPerformer } from "../testing/a-call.ts";
import { isForQuickUse, needsOptions, optionsOf, valuesOf } from "./quick.rules.ts";

const image = { key: "image", label: "First frame", spec: { type: "text" }, is_required: true, role: "image" } as const;
const base = aPerformer(1);

it("the playground form offers only what is shared, usable and content with a prompt", () => {
  expect(isForQuickUse(base)).toBe(true);
  expect(isForQuickUse(aPerformer(1, { shared_with_internal: false }))).toBe(false);
  expect(isForQuickUse(aPerformer(1, { is_enabled: false }))).toBe(false);
  expect(isForQuickUse(aPerformer(1, { adapter: "fal" }))).toBe(false);
  expect(isForQuickUse(aPerformer(1, { input_schema: [] }))).toBe(false);
});

it("the playground form folds away what may be left out and nothing that is needed", () => {
  expect(optionsOf(base).map(({ key }) => key)).toEqual(["seconds"]);
  expect(needsOptions(base)).toBe(false);
  expect(needsOptions(aPerformer(1, { input_schema: [...base.input_schema, image] }))).toBe(true);
});

it("the playground form has values only when every required input is filled", () => {
  expect(valuesOf(base, "a lighthouse", { seconds: 5 })).toEqual({ prompt: "a lighthouse", seconds: 5 });
  expect(valuesOf(base, "  ", {})).toBeUndefined();
  expect(valuesOf(base, "a lighthouse", { seconds: 500 })).toBeUndefined();
  expect(valuesOf(base, "a lighthouse", undefined)).toBeUndefined();
});
