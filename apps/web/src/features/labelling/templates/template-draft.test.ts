import { labelStarter } from "@dailies/contract";
import { expect, it } from "vitest";
import {
  conditionValues,
  keyFrom,
  prefillColumns,
  templateFaults,
  withMoved,
  withNewField,
  withoutField,
} from "./template-draft.ts";

const { fields } = labelStarter("keep_or_drop");
const content = (changed = fields) => ({ name: "Keep or drop", description: "", fields: changed });

it("the key of a field follows its name and is unique", () => {
  expect(keyFrom("Shot size!", [])).toBe("shot_size");
  expect(keyFrom("Shot size", ["shot_size", "shot_size_2"])).toBe("shot_size_3");
  expect(keyFrom("镜头", [])).toBe("field");
});

it("a moved or removed field takes no condition along that names a later or missing field", () => {
  expect(fields[1]?.shown_when).toEqual({ key: "decision", value: "drop" });
  expect(withMoved(fields, 1, -1).map(({ shown_when }) => shown_when)).toEqual([null, null]);
  expect(withoutField(fields, 0)).toMatchObject([{ key: "reason", shown_when: null }]);
  expect(withMoved(fields, 0, -1)).toEqual(fields);
});

it("the faults of a template name the field that they are about", () => {
  expect(templateFaults(content())).toEqual([]);
  const [first] = fields;
  expect(templateFaults(content(first ? [first, first] : []))).toMatchObject([
    { index: 1, message: "this key is used twice" },
  ]);
  expect(templateFaults({ ...content(), name: "" })).toMatchObject([{ index: undefined }]);
  expect(templateFaults(content(withNewField(fields, "Notes")))).toEqual([]);
});

it("a condition offers the values that the earlier field can have", () => {
  expect(fields.map(conditionValues)[0]).toEqual(["keep", "drop"]);
  expect(labelStarter("multi_attribute_rating").fields.map(conditionValues)[0]).toEqual([1, 2, 3, 4, 5]);
  expect(labelStarter("caption_edit").fields.map(conditionValues)[0]).toEqual([]);
});

it("a field starts only with a column of its own type", () => {
  const column = { encoding: "", role: null, is_indexed: true };
  const columns = [
    { ...column, name: "caption", type: "text" as const },
    { ...column, name: "score", type: "number" as const },
    { ...column, name: "notes", type: "text" as const, is_indexed: false },
  ];
  const [caption] = labelStarter("caption_edit").fields;
  const [rating] = labelStarter("multi_attribute_rating").fields;
  const [segments] = labelStarter("temporal_segments").fields;
  const namesFor = (field: typeof caption) => (field ? prefillColumns(field, columns).map(({ name }) => name) : []);
  expect([caption, rating, segments].map(namesFor)).toEqual([["caption"], ["score"], []]);
});
