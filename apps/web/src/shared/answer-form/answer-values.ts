import { type EvaluationItem, type FieldSpec, type FieldValue, parseFieldValue, scalePoints } from "@dailies/contract";

/** A question as it is put to whoever answers: without ids that could tell anything. */
export type AnswerQuestion = EvaluationItem["questions"][number];

/** By the question's key; absent or null is unanswered. */
export type Answers = Readonly<Record<string, FieldValue | null>>;

/** By the question's key, in the contract's own sentences. */
export type AnswerFaults = Readonly<Record<string, readonly string[]>>;

const REQUIRED = "this field is required";

/** Only people fill in a form; what is measured is not asked. */
export const askedOf = (questions: readonly AnswerQuestion[]): AnswerQuestion[] =>
  questions.filter(({ source }) => source === "human");

const answerTo = ({ key }: Pick<AnswerQuestion, "key">, values: Answers): FieldValue | null =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/** What is wrong with an answer that was given; nothing with one that was not. */
export const valueFaults = (field: FieldSpec, value: FieldValue | null): string[] => {
  if (value === null) return [];
  const parsed = parseFieldValue(field, value);
  return parsed.isValid ? [] : [...new Set(parsed.faults.map(({ message }) => message))];
};

/** Everything that keeps these answers from being sent; empty when they may be. */
export const answerFaults = (questions: readonly AnswerQuestion[], values: Answers): AnswerFaults => {
  const all = askedOf(questions).map((question): [string, string[]] => {
    const value = answerTo(question, values);
    if (value === null) return [question.key, question.is_required ? [REQUIRED] : []];
    return [question.key, valueFaults(question.field, value)];
  });
  return Object.fromEntries(all.filter(([, faults]) => faults.length > 0));
};

/** What the number keys choose between, in the order in which it is drawn; empty where there is nothing to choose. */
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

/** Drawn as a row of points, and not as a box or a slider. */
export const hasPoints = (field: Extract<FieldSpec, { type: "number" }>): boolean =>
  (field.display === "likert" || field.display === "stars") && scalePoints(field) !== undefined;

export const isSingleChoice = (field: Extract<FieldSpec, { type: "list" }>): boolean => field.max_items === 1;

/** The answer after somebody chose: a single choice is replaced, one of several is added or taken out again. */
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
  // In the order of the options, so that the same choice is the same answer.
  return (field.options ?? next).filter((option) => next.includes(option));
};

export const isChosen = (value: FieldValue | null, choice: string | number | boolean): boolean =>
  Array.isArray(value) ? value.includes(choice) : value === choice;

/** Questions under their sections, each section where it stands first. */
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
