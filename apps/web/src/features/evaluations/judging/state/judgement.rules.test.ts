import { expect, it } from "vitest";
import { aComparison, anItem, aQuestion } from "../../testing/an-item.ts";
import {
  EMPTY_DRAFT,
  formQuestions,
  isBegun,
  isComplete,
  missingOf,
  scaleOf,
  withChoice,
  withStrength,
} from "./judgement.rules.ts";

const seen = (): boolean => true;

it("the judgement form asks the first comparison by the row of choices, and the rest by the form", () => {
  const item = anItem(1, { questions: [aComparison("overall", 1), aComparison("motion", 1), aQuestion("text")] });
  expect(scaleOf(item)).toMatchObject({ kind: "choice", lead: { key: "overall" } });
  expect(formQuestions(item).map(({ key }) => key)).toEqual(["motion", "text"]);
});

it("the judgement form takes a scale of seven as a strength", () => {
  const item = anItem(1, { questions: [aComparison("overall", 3)] });
  expect(scaleOf(item)).toMatchObject({ kind: "strength", max: 3 });
  expect(withStrength(item, EMPTY_DRAFT, -2)).toEqual({
    ...EMPTY_DRAFT,
    choice: "A",
    strength: -2,
    answers: { overall: -2 },
  });
  expect(withStrength(item, EMPTY_DRAFT, 0)).toMatchObject({ choice: "tie", strength: 0 });
  expect(withStrength(item, EMPTY_DRAFT, 4)).toBe(EMPTY_DRAFT);
  expect(withChoice(item, EMPTY_DRAFT, "A")).toBe(EMPTY_DRAFT);
});

it("the judgement form asks for a choice beside the questions when none of them is one, or its scale is too long", () => {
  expect(scaleOf(anItem(1, { questions: [aQuestion("sharp")] }))).toEqual({ kind: "choice", lead: undefined });
  const long = anItem(1, { questions: [aComparison("overall", 5)] });
  expect(scaleOf(long)).toEqual({ kind: "choice", lead: undefined });
  expect(formQuestions(long)).toHaveLength(1);
});

it("the judgement form answers the first question with the choice", () => {
  const item = anItem(1);
  expect(withChoice(item, EMPTY_DRAFT, "A").answers).toEqual({ overall: -1 });
  expect(withChoice(item, EMPTY_DRAFT, "both_bad")).toMatchObject({ choice: "both_bad", answers: { overall: 0 } });
});

it("the judgement form compares nothing where one clip is rated", () => {
  const item = anItem(1, { kind: "rating", questions: [aQuestion("sharp"), aQuestion("flicker", { source: "auto" })] });
  expect(scaleOf(item)).toEqual({ kind: "none" });
  expect(formQuestions(item).map(({ key }) => key)).toEqual(["sharp"]);
  const answered = { ...EMPTY_DRAFT, answers: { sharp: false } };
  expect(isComplete(missingOf(item, answered, seen))).toBe(true);
});

it("the judgement form sends nothing before both were watched, one was chosen and all was answered", () => {
  const item = anItem(1, {
    questions: [aComparison("overall", 1), aQuestion("sharp"), aQuestion("note", { is_required: false })],
  });
  const nothing = missingOf(item, EMPTY_DRAFT, (slot) => slot === "A");
  expect(nothing).toMatchObject({ unwatched: ["B"], isChoiceMissing: true });
  expect(Object.keys(nothing.answers)).toEqual(["sharp"]);
  const chosen = withChoice(item, { ...EMPTY_DRAFT, answers: { sharp: true } }, "tie");
  expect(isComplete(missingOf(item, chosen, seen))).toBe(true);
});

it("a judgement is begun by the first input, and not by an answer that was undone", () => {
  expect(isBegun(EMPTY_DRAFT)).toBe(false);
  expect(isBegun({ ...EMPTY_DRAFT, answers: { sharp: null } })).toBe(false);
  expect(isBegun({ ...EMPTY_DRAFT, answers: { sharp: false } })).toBe(true);
});
