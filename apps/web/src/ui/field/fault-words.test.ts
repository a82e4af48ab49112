import { type FieldSpec, fieldSpec, parseFieldValue } from "@dailies/contract";
import i18next from "i18next";
import { expect, it } from "vitest";
import { uiZh } from "../locales/zh.ts";
import { faultWords } from "./fault-words.ts";
import { TWICE } from "./field-draft.ts";

const BROKEN: readonly [FieldSpec, unknown][] = [
  [{ type: "text" }, undefined],
  [{ type: "text", min_length: 1 }, ""],
  [{ type: "text", min_length: 5 }, "abc"],
  [{ type: "text", max_length: 2 }, "abc"],
  [{ type: "text" }, "a\nb"],
  [{ type: "text" }, "a\u0000"],
  [{ type: "text", options: ["a"] }, "b"],
  [{ type: "number" }, undefined],
  [{ type: "number", min: -1.5 }, -2],
  [{ type: "number", max: 1 }, 2],
  [{ type: "number", is_integer: true }, 1.5],
  [{ type: "boolean" }, undefined],
  [{ type: "key_value", value_type: "text" }, 1],
  [{ type: "key_value", value_type: "text" }, { "a b": "c" }],
  [{ type: "key_value", value_type: "text", max_entries: 0 }, { a: "b" }],
  [{ type: "list", item_type: "text" }, 1],
  [{ type: "list", item_type: "text", min_items: 1 }, []],
  [{ type: "list", item_type: "text", max_items: 0 }, ["a"]],
  [{ type: "list", item_type: "number", is_unique: true }, [1, 1]],
  [{ type: "number", step: 0.25 }, 0.3],
  [{ type: "key_value", value_type: "text", keys: ["a"] }, { b: "c" }],
  [{ type: "list", item_type: "text", options: ["a"] }, ["b"]],
];

const BROKEN_SPECS: readonly FieldSpec[] = [
  { type: "text", min_length: 3, max_length: 2 },
  { type: "text", min_length: 3, options: ["a"] },
  { type: "text", options: ["a\nb"] },
  { type: "text", options: ["a", "a"] },
  { type: "number", min: 2, max: 1 },
  { type: "number", min: 1.2, max: 1.8, is_integer: true },
  { type: "list", item_type: "text", min_items: 2, max_items: 1 },
  { type: "list", item_type: "boolean", min_items: 3, is_unique: true },
  { type: "number", is_integer: true, step: 0.5 },
  { type: "number", min: 1, max: 3, step: 2 },
  { type: "number", display: "slider" },
  { type: "number", display: "stars", min: 0, max: 1 },
  {
    type: "number",
    max: 1,
    labels: [
      { value: 2, words: "two" },
      { value: 2, words: "two" },
    ],
  },
  { type: "list", item_type: "number", options: ["a"], min_items: 2, is_unique: true },
  { type: "key_value", value_type: "text", keys: ["a", "a"], max_entries: 1 },
];

it("every error message of a field has a Chinese text", async () => {
  const speaker = i18next.createInstance();
  await speaker.init({
    lng: "zh",
    resources: { zh: { translation: { ui: uiZh } } },
    interpolation: { escapeValue: false },
  });
  const fromValues = BROKEN.flatMap(([spec, value]) => {
    const parsed = parseFieldValue(spec, value);
    return parsed.isValid ? [`nothing was wrong with ${JSON.stringify(value)}`] : parsed.faults.map((f) => f.message);
  });
  const fromSpecs = BROKEN_SPECS.flatMap(
    (spec) => fieldSpec.safeParse(spec).error?.issues.map((i) => i.message) ?? [""],
  );
  const unknown = [...fromValues, ...fromSpecs, TWICE].filter((message) => faultWords(message, speaker.t) === message);
  expect(unknown).toEqual([]);
});
