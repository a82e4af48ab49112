import { describe, expect, it } from "vitest";
import { checkLabelValues, editedFields, withSidesSwapped } from "./label-values.ts";
import { LABEL_STARTERS, labelStarter } from "./starters.ts";
import { LABEL_INPUT_KINDS, type LabelField, labelFields, labelTemplateContent } from "./template-schemas.ts";

const parseFields = (fields: unknown): LabelField[] => labelFields.parse(fields);
const decision = {
  key: "decision",
  name: "D",
  input: { kind: "field", field: { type: "text", options: ["keep", "drop"] } },
};
const reason = {
  key: "reason",
  name: "R",
  shown_when: { key: "decision", value: "drop" },
  input: { kind: "field", field: { type: "text", max_length: 20 } },
};
const segments = (over: object = {}) =>
  parseFields([{ key: "acts", name: "A", input: { kind: "segments", classes: ["run", "jump"], ...over } }]);
const segment = (start_us: number, end_us: number, name = "run") => ({
  start_us,
  end_us,
  class: name,
  start_frame: null,
  end_frame: null,
});
const messagesOf = (
  fields: LabelField[],
  values: Parameters<typeof checkLabelValues>[1],
  durationUs: number | null = null,
) => checkLabelValues(fields, values, durationUs).faults.map(({ message }) => message);

describe("a label template", () => {
  it("has a starter for each kind of input", () => {
    const kinds = LABEL_STARTERS.flatMap((starter) => labelStarter(starter).fields.map(({ input }) => input.kind));
    expect(new Set(kinds)).toEqual(new Set(LABEL_INPUT_KINDS));
  });

  it.each(LABEL_STARTERS)("can be made from the starter %s", (starter) => {
    expect(labelTemplateContent.safeParse(labelStarter(starter)).success).toBe(true);
  });

  it.each([
    ["a condition on a later field", [reason, decision]],
    [
      "a condition with a value that the field cannot have",
      [decision, { ...reason, shown_when: { key: "decision", value: "maybe" } }],
    ],
    ["a key that is used twice", [decision, decision]],
    ["a class that is listed twice", [{ key: "a", name: "A", input: { kind: "segments", classes: ["x", "x"] } }]],
  ])("is refused for %s", (_, fields) => {
    expect(labelFields.safeParse(fields).success).toBe(false);
  });
});

describe("checking the values of a label", () => {
  it("asks for a required field only while it is shown", () => {
    const fields = parseFields([decision, reason]);
    expect(messagesOf(fields, { decision: "keep" })).toEqual([]);
    expect(messagesOf(fields, { decision: "drop" })).toEqual(["please fill in this field"]);
    expect(messagesOf(fields, {})).toEqual(["please fill in this field"]);
    expect(messagesOf(fields, { decision: "drop", reason: "blurred", toString: "x" })).toEqual([
      "the template has no such field",
    ]);
  });

  it("drops the value of a hidden field", () => {
    const fields = parseFields([decision, reason]);
    expect(checkLabelValues(fields, { decision: "keep", reason: "left over" }, null)).toEqual({
      values: { decision: "keep" },
      faults: [],
    });
  });

  it("never reads an inherited property as a value", () => {
    const fields = parseFields([{ key: "toString", name: "T", is_required: false, input: decision.input }]);
    expect(checkLabelValues(fields, {}, null)).toEqual({ values: {}, faults: [] });
  });

  it("limits the length of a caption in characters", () => {
    const fields = parseFields([{ key: "c", name: "C", input: { kind: "caption", max_length: 3 } }]);
    expect(messagesOf(fields, { c: "💡💡\n" })).toEqual([]);
    expect(messagesOf(fields, { c: "four" })).toEqual(["use at most 3 characters"]);
  });

  it("accepts an empty list of segments and refuses a missing one", () => {
    expect(messagesOf(segments(), { acts: [] })).toEqual([]);
    expect(messagesOf(segments(), { acts: null })).toEqual(["please fill in this field"]);
  });

  it("refuses segments that are reversed, too late, unknown, too many or overlapping", () => {
    expect(messagesOf(segments(), { acts: [segment(5, 5)] })).toEqual(["a segment must end after it starts"]);
    expect(messagesOf(segments(), { acts: [segment(0, 11)] }, 10)).toEqual(["a segment must not end after the clip"]);
    expect(messagesOf(segments(), { acts: [segment(0, 11)] })).toEqual([]);
    expect(messagesOf(segments(), { acts: [segment(0, 9, "fly")] })).toEqual(["choose one of the classes"]);
    expect(messagesOf(segments({ max_segments: 1 }), { acts: [segment(0, 1), segment(2, 3)] })).toEqual([
      "use at most 1 segments",
    ]);
    const crossing = { acts: [segment(0, 5), segment(4, 6, "jump")] };
    expect(messagesOf(segments(), crossing)).toEqual(["segments must not overlap"]);
    expect(messagesOf(segments({ allows_overlap: true }), crossing)).toEqual([]);
    expect(messagesOf(segments(), { acts: [segment(0, 5), segment(5, 6)] })).toEqual([]);
  });
});

describe("the fields that differ from their prefilled value", () => {
  const fields = parseFields([decision, { ...reason, is_required: false }]);
  it("tell a kept value from a changed and a cleared one", () => {
    const prefill = { decision: "drop", reason: "blur" };
    expect(editedFields(fields, prefill, { decision: "drop", reason: "blur" })).toEqual({
      decision: false,
      reason: false,
    });
    expect(editedFields(fields, prefill, { decision: "drop" })).toEqual({ decision: false, reason: true });
  });

  it("leave out fields that are hidden or were not prefilled", () => {
    expect(editedFields(fields, { reason: "blur" }, { decision: "keep" })).toEqual({});
  });
});

describe("a choice between two clips", () => {
  const better = { key: "better", name: "B", input: { kind: "pairwise" } };
  const fields = parseFields([better, { key: "why", name: "W", is_required: false, input: decision.input }]);

  it("is one of the clips, a tie, or both bad", () => {
    for (const value of ["A", "B", "tie", "both_bad"]) expect(messagesOf(fields, { better: value })).toEqual([]);
    expect(messagesOf(fields, { better: "left" })).toEqual(["choose a clip, a tie, or both bad"]);
    expect(messagesOf(fields, {})).toEqual(["please fill in this field"]);
  });

  it("changes with the sides of the clips, and other values do not", () => {
    const values = { better: "A", why: "keep" };
    expect(withSidesSwapped(fields, values)).toEqual({ better: "B", why: "keep" });
    expect(withSidesSwapped(fields, withSidesSwapped(fields, values))).toEqual(values);
    for (const value of ["tie", "both_bad", null])
      expect(withSidesSwapped(fields, { better: value })).toEqual({ better: value });
    expect(withSidesSwapped(fields, {})).toEqual({});
  });

  it("is in no form with segments, which belong to one clip", () => {
    const acts = { key: "acts", name: "A", input: { kind: "segments", classes: ["run"] } };
    expect(labelFields.safeParse([better, acts]).error?.issues.map(({ path }) => path)).toEqual([[1, "input"]]);
  });
});
