import { type EvaluationItem, type FieldSpec, type FieldValue, parseFieldValue, scalePoints } from "@dailies/contract";

/** A question as shown to raters: without ids, to keep judging blind. */
export type AnswerQuestion = EvaluationItem["questions"][number];

/** By question key; absent or null is unanswered. */
export type Answers = Readonly<Record<string, FieldValue | null>>;

/** By question key, with the contract's messages. */
export type AnswerFaults = Readonly<Record<string, readonly string[]>>;

const REQUIRED = "this field is required";

/** Metrics are not asked; only people fill in the form. */
export const askedOf = (questions: readonly AnswerQuestion[]): AnswerQuestion[] =>
  questions.filter(({ source }) => source === "human");

const answerTo = ({ key }: Pick<AnswerQuestion, "key">, values: Answers): FieldValue | null =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/** Validation errors of an answer; empty if there is no answer. */
export const valueFaults = (field: FieldSpec, value: FieldValue | null): string[] => {
  if (value === null) return [];
  const parsed = parseFieldValue(field, value);
  return parsed.isValid ? [] : [...new Set(parsed.faults.map(({ message }) => message))];
};

/** Everything that prevents submitting; empty if valid. */
export const answerFaults = (questions: readonly AnswerQuestion[], values: Answers): AnswerFaults => {
  const all = askedOf(questions).map((question): [string, string[]] => {
    const value = answerTo(question, values);
    if (value === null) return [question.key, question.is_required ? [REQUIRED] : []];
    return [question.key, valueFaults(question.field, value)];
  });
  return Object.fromEntries(all.filter(([, faults]) => faults.length > 0));
};

/** The choices of the number keys, in display order; empty if there are none. */
export const choicesOf = (field: FieldSpec): (string | number | boolean)[] => {
  switch (field.type) {
    case "boolean":
      return [true, false];
    case "number":
      return hasPoints(field) ? (scalePoints(field) ?? []) : [];
    case "text":
      return field.options ?? [];
    case "list":
      return field.options ?? [];
    case "key_value":
      return [];
  }
};

/** Rendered as a row of points instead of a text field or slider. */
export const hasPoints = (field: Extract<FieldSpec, { type: "number" }>): boolean =>
  (field.display === "likert" || field.display === "stars") && scalePoints(field) !== undefined;

export const isSingleChoice = (field: Extract<FieldSpec, { type: "list" }>): boolean => field.max_items === 1;

/** The answer after a choice: a single choice is replaced, a multiple choice is toggled. */
export const choose = (
  field: FieldSpec,
  value: FieldValue | null,
  choice: string | number | boolean,
): FieldValue | null => {
  if (field.type !== "list") return choice;
  if (isSingleChoice(field)) return [choice];
  const chosen = Array.isArray(value) ? value : [];
  const next = chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice];
  if (next.length === 0) return null;
  // In option order, so that equal choices are equal answers.
  return (field.options ?? next).filter((option) => next.includes(option));
};

export const isChosen = (value: FieldValue | null, choice: string | number | boolean): boolean =>
  Array.isArray(value) ? value.includes(choice) : value === choice;

/** Groups questions by section, in order of first appearance. */
export const sectionsOf = (
  questions: readonly AnswerQuestion[],
): { readonly name: string; readonly questions: AnswerQuestion[] }[] => {
  const sections = new Map<string, AnswerQuestion[]>();
  for (const question of askedOf(questions)) {
    const before = sections.get(question.section);
    if (before) before.push(question);
    else sections.set(question.section, [question]);
  }
  return [...sections].map(([name, own]) => ({ name, questions: own }));
};
