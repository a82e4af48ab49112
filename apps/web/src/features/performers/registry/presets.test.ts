import { ADAPTER_CONFIGS, createPerformerBody } from "@dailies/contract";
import { expect, it } from "vitest";
import { PRESETS, presetOf } from "./presets.ts";

it.each(PRESETS)("%s is whole but for what only the person knows", (name) => {
  const preset = presetOf[name];
  const registration = {
    ...preset,
    name: preset.name || "Mine",
    endpoint: preset.endpoint || "https://performer.example",
  };
  const parsed = createPerformerBody.parse(registration);
  expect(parsed.input_schema.some(({ role }) => role === "prompt")).toBe(true);
  expect(ADAPTER_CONFIGS[parsed.adapter].safeParse(parsed.adapter_config).error).toBeUndefined();
});
