import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerOfChoice,
  choiceOfStrength,
  isComparison,
  leadQuestion,
  turnAnswer,
} from "../evaluations/comparison-questions.ts";
import { emptyValue, parseFieldValue } from "./field-codec.ts";
import { isOnStep, scalePoints } from "./field-scale.ts";
import { type FieldSpec, fieldSpec } from "./field-types.ts";

const LIKERT = { type: "number", min: 1, max: 5, is_integer: true, display: "likert" } as const;
const CCR = { type: "number", min: -3, max: 3, is_integer: true, display: "likert" } as const;

describe("a step", () => {
  it("is counted in decimals, as it was written", () => {
    for (const [value, step] of [
      [0.3, 0.1],
      [-0.7, 0.1],
      [1.15, 0.05],
      [1e21, 1],
      [0.000_003, 0.000_001],
      [0, 7],
    ] as const)
      expect([value, isOnStep(value, step)]).toEqual([value, true]);
    for (const [value, step] of [
      [0.35, 0.1],
      [5e-324, 2],
      [1.000_000_000_000_1, 1],
      [Number.NaN, 1],
      [Number.POSITIVE_INFINITY, 1],
    ] as const)
      expect([value, isOnStep(value, step)]).toEqual([value, false]);
  });

  it("meets every point of its own scale, and nothing between", () => {
    const aScale = fc.record({
      step: fc.constantFrom(0.05, 0.1, 0.2, 0.25, 1, 3, 0.000_001),
      low: fc.integer({ min: -20, max: 20 }),
      count: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(aScale, ({ step, low, count }) => {
        const places = 7;
        const at = (n: number): number => Number((n * step).toFixed(places));
        const spec = fieldSpec.parse({ type: "number", min: at(low), max: at(low + count), step, display: "likert" });
        if (spec.type !== "number") throw new Error("another type");
        const points = scalePoints(spec) ?? [];
        expect(points).toEqual(Array.from({ length: count + 1 }, (_, n) => at(low + n) || 0));
        for (const point of points) expect(parseFieldValue(spec, point).isValid).toBe(true);
        expect(parseFieldValue(spec, (points[0] ?? 0) + step / 2).isValid).toBe(false);
        expect(parseFieldValue(spec, emptyValue(spec)).isValid).toBe(true);
      }),
    );
  });

  it("leaves a scale without an end or with too many points undrawn", () => {
    expect(scalePoints({ min: 1, step: 1 })).toBeUndefined();
    expect(scalePoints({ min: 0, max: 1 })).toBeUndefined();
    expect(scalePoints({ min: 0, max: 11, is_integer: true })).toBeUndefined();
    expect(scalePoints({ min: 0.5, max: 3, is_integer: true })).toEqual([1, 2, 3]);
    expect(scalePoints({ min: 0, max: 0, step: 1 })).toEqual([0]);
  });
});

describe("a specification of a question", () => {
  it.each([
    [{ type: "number", step: 0 }, "step"],
    [{ type: "number", step: 0.5, is_integer: true }, "the step must be a whole number"],
    [{ type: "number", min: 1, step: 2 }, "the minimum must be a multiple of the step"],
    [{ type: "number", max: 1, step: 2 }, "the maximum must be a multiple of the step"],
    [{ type: "number", display: "slider", min: 1 }, "a scale needs a minimum and a maximum"],
    [
      { type: "number", display: "stars", min: 1, max: 5 },
      "a row of points needs whole numbers or a step, and at most 11 of them",
    ],
    [{ ...LIKERT, labels: [{ value: 6, words: "six" }] }, "this value is not on the scale"],
    [
      {
        ...LIKERT,
        labels: [
          { value: 1, words: "a" },
          { value: 1, words: "b" },
        ],
      },
      "this value is listed twice",
    ],
    [{ type: "list", item_type: "text", options: [1] }, "this option must have the type of the items"],
    [{ type: "list", item_type: "boolean", options: ["yes"] }, "this option must have the type of the items"],
    [{ type: "list", item_type: "text", options: ["a", "a"] }, "this option is listed twice"],
    [{ type: "list", item_type: "text", options: ["a\nb"] }, "an option must be a single line"],
    [{ type: "list", options: ["a"], min_items: 2, is_unique: true }, "there are fewer options than min_items"],
    [{ type: "key_value", keys: ["a", "a"] }, "this key is listed twice"],
    [{ type: "key_value", keys: ["a", "b"], max_entries: 1 }, "there are more keys than max_entries"],
    [{ type: "key_value", keys: ["__proto__"] }, "use 1 to 64 letters"],
  ])("%j is refused with a readable reason", (spec, message) => {
    const issue = fieldSpec.safeParse(spec).error?.issues[0];
    expect(`${issue?.path.join(".")}: ${issue?.message}`).toContain(message);
  });
});

describe("an answer that does not fit", () => {
  it.each([
    [LIKERT, "4", "please enter a number"],
    [LIKERT, null, "please enter a number"],
    [{ type: "number", step: 0.1 }, 0.25, "use a multiple of 0.1"],
    [{ type: "list", item_type: "text", options: ["hands", "face"] }, ["feet"], "choose one of: hands, face"],
    [{ type: "list", item_type: "number", options: [1, 2] }, ["1"], "please enter a number"],
    [{ type: "key_value", value_type: "number", keys: ["left", "right"] }, { left: 1 }, "please fill in: right"],
    [{ type: "key_value", value_type: "number", keys: ["left"] }, { left: 1, up: 2 }, "unknown key"],
    [{ type: "key_value", value_type: "number", keys: ["left"] }, { left: "1" }, "please enter a number"],
    [{ type: "boolean" }, null, "choose yes or no"],
  ] as [FieldSpec, unknown, string][])("to %j is told: %j", (spec, value, message) => {
    expect(parseFieldValue(spec, value)).toMatchObject({ isValid: false, faults: [{ message }] });
  });
});

describe("a comparison", () => {
  it("is a scale that is the same to both sides", () => {
    expect(isComparison(CCR)).toBe(true);
    expect(isComparison({ ...CCR, min: -2 })).toBe(false);
    expect(isComparison({ type: "number", min: -3, max: 3 })).toBe(false);
    expect(isComparison({ type: "number", min: 0, max: 0, is_integer: true })).toBe(false);
    expect(isComparison(LIKERT)).toBe(false);
  });

  it("leads when it is the first that a person answers", () => {
    const measured = { field: LIKERT, source: "auto" };
    const asked = { field: CCR, source: "human" };
    expect(leadQuestion([measured, asked])).toBe(asked);
    expect(leadQuestion([{ ...measured, source: "human" }, asked])).toBeUndefined();
    expect(leadQuestion([])).toBeUndefined();
  });

  it("is turned with the sides, and nothing else is", () => {
    expect([turnAnswer(CCR, -2, true), turnAnswer(CCR, -2, false), turnAnswer(CCR, 0, true)]).toEqual([2, -2, 0]);
    expect(turnAnswer(LIKERT, 4, true)).toBe(4);
    expect(turnAnswer({ type: "boolean" }, true, true)).toBe(true);
    expect((["A", "B", "tie", "both_bad"] as const).map(answerOfChoice)).toEqual([-1, 1, 0, 0]);
    expect([-3, 0, 1].map(choiceOfStrength)).toEqual(["A", "tie", "B"]);
  });
});
