import {
  answerOfChoice,
  type Choice,
  choiceOfStrength,
  type FieldValue,
  leadQuestion,
  parseFieldValue,
} from "@dailies/contract";
import { InvalidRequest, type Issue } from "../../../errors.ts";
import type { Question } from "../planning/asked-template.ts";

/** The share of a clip that a rater must have watched before judging it. */
const SEEN_SHARE = 0.9;

export interface Answer {
  readonly choice: Choice | null;
  readonly strength: number | null;
  readonly answers: Readonly<Record<string, FieldValue | null>>;
  readonly watched: { readonly A: number; readonly B: number | null };
}

export interface Asked {
  readonly isPair: boolean;
  readonly questions: readonly Question[];
  readonly durationS: { readonly A: number | null; readonly B: number | null };
}

export interface CheckedAnswer {
  readonly choice: Choice | null;
  readonly strength: number | null;
  readonly answers: Readonly<Record<string, FieldValue>>;
}

const issue = (path: readonly PropertyKey[], message: string): Issue => ({ path, message });

const readAnswers = (questions: readonly Question[], given: Answer["answers"]) => {
  const known = new Map(questions.map((question) => [question.key, question]));
  const faults = Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) => issue(["answers", key], "nobody asked this"));
  const answers: Record<string, FieldValue> = {};
  for (const { key, field, is_required: isRequired } of questions) {
    const value = given[key] ?? null;
    if (value === null) {
      if (isRequired) faults.push(issue(["answers", key], "please answer this"));
      continue;
    }
    const parsed = parseFieldValue(field, value);
    if (parsed.isValid) answers[key] = parsed.value as FieldValue;
    else faults.push(...parsed.faults.map(({ path, message }) => issue(["answers", key, ...path], message)));
  }
  return { answers, faults };
};

const watchFaults = ({ isPair, durationS }: Asked, { watched }: Answer): Issue[] =>
  (isPair ? (["A", "B"] as const) : (["A"] as const))
    .filter((slot) => (watched[slot] ?? 0) < SEEN_SHARE * (durationS[slot] ?? 0))
    .map((slot) => issue(["watched", slot], `please watch clip ${slot} to its end before you judge it`));

/** One of the two is enough; if both are given, they must agree. */
const readChoice = ({ choice, strength }: Answer): { choice: Choice | null; fault: Issue | undefined } => {
  if (strength === null) {
    return { choice, fault: choice === null ? issue(["choice"], "please choose one of the two") : undefined };
  }
  const meant = choiceOfStrength(strength);
  const isSame = choice === null || choice === meant || (choice === "both_bad" && meant === "tie");
  return {
    choice: choice ?? meant,
    fault: isSame ? undefined : issue(["strength"], "it says another thing than the choice"),
  };
};

/** The first question about a pair may be the choice itself; then the choice answers it. */
const withLead = (questions: readonly Question[], answer: Answer, choice: Choice): Answer["answers"] => {
  const lead = leadQuestion(questions);
  if (!lead || (answer.answers[lead.key] ?? null) !== null) return answer.answers;
  return { ...answer.answers, [lead.key]: answer.strength ?? answerOfChoice(choice) };
};

const leadFaults = (questions: readonly Question[], answers: Answer["answers"], choice: Choice): Issue[] => {
  const lead = leadQuestion(questions);
  const value = lead && answers[lead.key];
  if (!lead || typeof value !== "number" || Math.sign(value) === answerOfChoice(choice)) return [];
  return [issue(["answers", lead.key], "it says another thing than the choice")];
};

const checkPair = (asked: Asked, answer: Answer) => {
  const { choice, fault } = readChoice(answer);
  if (choice === null) return { choice, answers: answer.answers, faults: fault ? [fault] : [] };
  const answers = withLead(asked.questions, answer, choice);
  return { choice, answers, faults: [...(fault ? [fault] : []), ...leadFaults(asked.questions, answers, choice)] };
};

const checkSingle = ({ choice, strength, answers }: Answer) => {
  const isCompared = choice !== null || strength !== null;
  return {
    choice: null,
    answers,
    faults: isCompared ? [issue(["choice"], "there is nothing to compare it with")] : [],
  };
};

/** Validates an answer against its questions and reports all faults at once. Returns the answer as stored. */
export const checkAnswer = (asked: Asked, answer: Answer): CheckedAnswer => {
  const compared = asked.isPair ? checkPair(asked, answer) : checkSingle(answer);
  const { answers, faults } = readAnswers(asked.questions, compared.answers);
  const all = [...compared.faults, ...faults, ...watchFaults(asked, answer)];
  if (all.length > 0) throw new InvalidRequest("body", all);
  return { choice: compared.choice, strength: asked.isPair ? answer.strength : null, answers };
};
