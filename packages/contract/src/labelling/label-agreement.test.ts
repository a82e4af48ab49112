import { describe, expect, it } from "vitest";
import { compareLabels, itemAgreement, labelMeasureOf, segmentF1 } from "./label-agreement.ts";
import type { LabelValue } from "./label-values.ts";
import { type LabelField, labelFields } from "./template-schemas.ts";
import { textSimilarity } from "./text-similarity.ts";

const aField = (input: unknown, key = "one"): LabelField => {
  const [field] = labelFields.parse([{ key, name: "One", input }]);
  if (!field) throw new Error("a template has a field");
  return field;
};
const plain = (field: unknown, key?: string) => aField({ kind: "field", field }, key);
const choice = plain({ type: "text", options: ["keep", "drop"] });
const segments = aField({ kind: "segments", classes: ["run", "jump"], allows_overlap: true });
const segment = (start: number, end: number, name = "run") => ({
  start_us: start,
  end_us: end,
  class: name,
  start_frame: null,
  end_frame: null,
});

describe("the measure of a field", () => {
  it.each([
    ["nominal", { type: "boolean" }],
    ["nominal", { type: "text", options: ["a"] }],
    ["nominal", { type: "list", options: ["a", "b"], max_items: 1 }],
    ["text", { type: "text" }],
    ["ordinal", { type: "number", min: 1, max: 5, is_integer: true }],
    ["interval", { type: "number", min: 0, max: 1 }],
    ["interval", { type: "number", is_integer: true }],
    ["set", { type: "list", options: ["a", "b"] }],
    ["entries", { type: "key_value" }],
  ])("is %s for %o", (measure, field) => {
    expect(labelMeasureOf(plain(field).input)).toBe(measure);
  });
});

it("the choice between two clips is nominal: a tie is no middle", () => {
  const better = aField({ kind: "pairwise" });
  expect(labelMeasureOf(better.input)).toBe("nominal");
  expect([compareLabels(better, "A", "A"), compareLabels(better, "A", "tie")]).toEqual([1, 0]);
});

describe("the similarity of two values", () => {
  it.each<[string, LabelField, LabelValue | null, LabelValue | null, number]>([
    ["equal choices", choice, "keep", "keep", 1],
    ["other choices", choice, "keep", "drop", 0],
    ["a missing choice", choice, null, "drop", 0],
    ["two missing choices", choice, null, null, 1],
    ["ratings one apart on a scale of five", plain({ type: "number", min: 1, max: 5, is_integer: true }), 4, 5, 0.75],
    ["the ends of a scale", plain({ type: "number", min: 1, max: 5, is_integer: true }), 1, 5, 0],
    ["numbers without bounds", plain({ type: "number" }), 1, 3, 0.5],
    ["two zeros without bounds", plain({ type: "number" }), 0, 0, 1],
    ["lists in another order", plain({ type: "list" }), ["a", "b"], ["b", "a"], 1],
    ["lists that share one of three", plain({ type: "list" }), ["a", "b"], ["b", "c"], 1 / 3],
    ["two empty lists", plain({ type: "list" }), [], [], 1],
    ["a list that names an item twice", plain({ type: "list" }), ["a", "a"], ["a"], 0.5],
    [
      "entries with one of three keys the same",
      plain({ type: "key_value" }),
      { a: "1", b: "2" },
      { a: "1", c: "2" },
      1 / 3,
    ],
    ["a choice in a list", plain({ type: "list", options: ["a", "b"], max_items: 1 }), ["a"], ["b"], 0],
  ])("is right for %s", (_, field, a, b, expected) => {
    expect(compareLabels(field, a, b)).toBeCloseTo(expected, 12);
    expect(compareLabels(field, b, a)).toBeCloseTo(expected, 12);
  });
});

describe("the F1 score of segments", () => {
  it("counts matches at an IoU of 0.5: two of three and two of four give 4/7", () => {
    const ours = [segment(0, 10), segment(20, 30), segment(50, 60, "jump")];
    const theirs = [segment(1, 11), segment(22, 32), segment(50, 60), segment(90, 95)];
    // 9/11 and 8/12 are matched, the third has another class.
    expect(segmentF1(ours, theirs)).toBeCloseTo(4 / 7, 12);
  });

  it("does not match below an IoU of 0.5, and matches at it", () => {
    expect(segmentF1([segment(0, 10)], [segment(5, 15)])).toBe(0);
    expect(segmentF1([segment(0, 10)], [segment(0, 5)])).toBe(1);
  });

  it("matches each segment once, and as many as possible", () => {
    expect(segmentF1([segment(0, 10)], [segment(0, 10), segment(0, 10)])).toBeCloseTo(2 / 3, 12);
    // The first of ours fits both of theirs, the second only the best match of the first.
    const ours = [segment(0, 10), segment(3, 14)];
    const theirs = [segment(0, 11), segment(0, 6)];
    expect(segmentF1(ours, theirs)).toBe(1);
  });

  it("takes two clips without segments for agreement, and one for none", () => {
    expect(compareLabels(segments, [], [])).toBe(1);
    expect(compareLabels(segments, [], [segment(0, 1)])).toBe(0);
  });

  it("is quick for a thousand overlapping segments", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => segment(n, n + 100_000));
    expect(segmentF1(many, many.toReversed())).toBe(1);
  });
});

describe("the similarity of texts", () => {
  const reference = "It is a guide to action that ensures that the military will forever heed Party commands";

  // The values of NLTK's sentence_chrf, which uses a beta of 3.
  it.each([
    ["It is a guide to action which ensures that the military always obeys the commands of the party", 0.6349],
    ["It is to insure the troops forever hearing the activity guidebook that party direct", 0.333],
  ])("gives the published chrF of %s", (candidate, published) => {
    expect(Math.abs(textSimilarity(reference, candidate, 3) - published)).toBeLessThan(0.0001);
  });

  it("is symmetric, and works without spaces between words", () => {
    const [one, other] = ["一只狗在草地上奔跑", "一只小狗在草地上跑"];
    expect(textSimilarity(one, other)).toBe(textSimilarity(other, one));
    expect(textSimilarity(one, other)).toBeGreaterThan(0.4);
    expect(textSimilarity(one, "夜晚的城市")).toBe(0);
  });

  it("ignores white space, and knows empty and very short texts", () => {
    expect(textSimilarity("a dog", "a  dog\n")).toBe(1);
    expect(textSimilarity("a", "a")).toBe(1);
    expect(textSimilarity("", "a")).toBe(0);
    expect(textSimilarity("", " ")).toBe(1);
  });
});

describe("the agreement of the labels of an item", () => {
  const fields = [choice, plain({ type: "number", min: 1, max: 5, is_integer: true }, "two")];

  it("is the mean over fields and pairs", () => {
    expect(
      itemAgreement(fields, [
        { one: "keep", two: 1 },
        { one: "keep", two: 5 },
      ]),
    ).toBe(0.5);
    // Choices: 1, 0, 0; ratings: 1, 0.75, 0.75.
    const labels = [
      { one: "keep", two: 4 },
      { one: "keep", two: 4 },
      { one: "drop", two: 5 },
    ];
    expect(itemAgreement(fields, labels)).toBeCloseTo(3.5 / 6, 12);
  });

  it("does not count fields that nobody filled in, and a missing value is a difference", () => {
    expect(itemAgreement(fields, [{ one: "keep" }, { one: "keep", two: null }])).toBe(1);
    expect(itemAgreement(fields, [{ one: "keep" }, { one: "keep", two: 3 }])).toBe(0.5);
    expect(itemAgreement(fields, [{}, {}])).toBe(1);
    expect(itemAgreement(fields, [{ one: "keep" }])).toBe(1);
  });
});
