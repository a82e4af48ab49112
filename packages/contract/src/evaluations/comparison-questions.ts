import type { FieldSpec, FieldValue, SpecOf } from "../fields/field-types.ts";
import type { Choice } from "./schemas.ts";

/**
 * A scale symmetric around zero: negative favours A, positive favours B. For a pair it gives both the choice and its
 * strength.
 */
export const isComparison = (field: FieldSpec): field is SpecOf<"number"> & { max: number } =>
  field.type === "number" &&
  field.is_integer === true &&
  field.max !== undefined &&
  field.max > 0 &&
  field.min === -field.max;

/** For a pair: the first question, if it is a comparison, decides between the clips. */
export const leadQuestion = <Q extends { field: FieldSpec; source: string }>(
  questions: readonly Q[],
): Q | undefined => {
  const first = questions.find(({ source }) => source === "human");
  return first && isComparison(first.field) ? first : undefined;
};

const ANSWERS: Readonly<Record<Choice, -1 | 0 | 1>> = { A: -1, tie: 0, both_bad: 0, B: 1 };

export const answerOfChoice = (choice: Choice): -1 | 0 | 1 => ANSWERS[choice];

export const choiceOfStrength = (strength: number): "A" | "tie" | "B" => {
  if (strength === 0) return "tie";
  return strength < 0 ? "A" : "B";
};

/** Converts an answer about sides into one about clips: a comparison is negated when the sides were swapped. */
export const turnAnswer = (field: FieldSpec, value: FieldValue, isSwapped: boolean): FieldValue =>
  isSwapped && typeof value === "number" && isComparison(field) ? 0 - value : value;
