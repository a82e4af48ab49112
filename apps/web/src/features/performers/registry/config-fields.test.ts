import { ADAPTER_CONFIGS, ADAPTERS } from "@dailies/contract";
import { expect, it } from "vitest";
import { configFieldsOf } from "./config-fields.ts";

const fieldOf = (adapter: keyof typeof ADAPTER_CONFIGS, key: string) =>
  configFieldsOf(ADAPTER_CONFIGS[adapter]).find((field) => field.key === key);

it("the settings form of performers draws each setting by what it holds", () => {
  expect(fieldOf("videos", "webhook")).toMatchObject({
    kind: "choice",
    options: ["none", "standard"],
    fallback: "none",
  });
  expect(fieldOf("ark", "prompt_flags")).toMatchObject({ kind: "flag", fallback: false });
  expect(fieldOf("http", "queued")).toMatchObject({ kind: "words", fallback: ["queued", "pending"] });
  expect(fieldOf("comfyui", "workflow")).toMatchObject({ kind: "json", isRequired: true });
  expect(fieldOf("http", "cancel_path")).toMatchObject({ kind: "text", isRequired: false, fallback: undefined });
});

it("the settings form of performers says what is wrong with a setting, and nothing about one that is not there yet", () => {
  expect(fieldOf("http", "submit_path")?.faultOf("no slash")).toMatch(/slash/);
  expect(fieldOf("http", "submit_path")?.faultOf(undefined)).toBeUndefined();
});

it.each(ADAPTERS)("the settings form has a label for every setting of %s", (adapter) => {
  const silent = configFieldsOf(ADAPTER_CONFIGS[adapter]).filter(
    ({ label, key, help }) => label === key || help === "",
  );
  expect(silent).toEqual([]);
});
