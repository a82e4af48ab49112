import {
  answerOfChoice,
  type Choice,
  choiceOfStrength,
  type EvaluationItem,
  type JudgementDraft,
  leadQuestion,
  type SLOTS,
} from "@dailies/contract";
import { type AnswerFaults, answerFaults } from "../../../../shared/answer-form/answer-values.ts";

export type Slot = (typeof SLOTS)[number];
export type Question = EvaluationItem["questions"][number];

export const EMPTY_DRAFT: JudgementDraft = { choice: null, strength: null, answers: {}, marks: [] };

const MAX_STRENGTH = 3;

/** How two clips are compared: a choice of four, a step on a scale, or not at all with one clip. */
export type Scale =
  | { readonly kind: "none" }
  | { readonly kind: "choice"; readonly lead: Question | undefined }
  | { readonly kind: "strength"; readonly lead: Question; readonly max: number };

export const scaleOf = ({ kind, questions }: EvaluationItem): Scale => {
  if (kind === "rating") return { kind: "none" };
  const lead = leadQuestion(questions);
  const max = lead?.field.type === "number" ? (lead.field.max ?? 0) : 0;
  if (!lead || max > MAX_STRENGTH) return { kind: "choice", lead: undefined };
  return max === 1 ? { kind: "choice", lead } : { kind: "strength", lead, max };
};

/** The questions of the form, without the first one if the choice row already asks it. */
export const formQuestions = (item: EvaluationItem): readonly Question[] => {
  const scale = scaleOf(item);
  const lead = scale.kind === "none" ? undefined : scale.lead;
  return item.questions.filter((question) => question.source === "human" && question !== lead);
};

export const withChoice = (item: EvaluationItem, draft: JudgementDraft, choice: Choice): JudgementDraft => {
  const scale = scaleOf(item);
  if (scale.kind !== "choice") return draft;
  const answers = scale.lead ? { ...draft.answers, [scale.lead.key]: answerOfChoice(choice) } : draft.answers;
  return { ...draft, choice, strength: null, answers };
};

export const withStrength = (item: EvaluationItem, draft: JudgementDraft, strength: number): JudgementDraft => {
  const scale = scaleOf(item);
  if (scale.kind !== "strength" || Math.abs(strength) > scale.max) return draft;
  const answers = { ...draft.answers, [scale.lead.key]: strength };
  return { ...draft, choice: choiceOfStrength(strength), strength, answers };
};

export const slotsOf = (item: EvaluationItem): readonly Slot[] => item.slots.map(({ slot }) => slot);

export interface Missing {
  readonly unwatched: readonly Slot[];
  readonly isChoiceMissing: boolean;
  readonly answers: AnswerFaults;
}

export const missingOf = (
  item: EvaluationItem,
  draft: JudgementDraft,
  isWatched: (slot: Slot) => boolean,
): Missing => ({
  unwatched: slotsOf(item).filter((slot) => !isWatched(slot)),
  isChoiceMissing: item.kind === "pairwise" && draft.choice === null,
  answers: answerFaults(formQuestions(item), draft.answers),
});

export const isComplete = ({ unwatched, isChoiceMissing, answers }: Missing): boolean =>
  unwatched.length === 0 && !isChoiceMissing && Object.keys(answers).length === 0;

export const isBegun = ({ choice, answers, marks }: JudgementDraft): boolean =>
  choice !== null || marks.length > 0 || Object.values(answers).some((value) => value !== null);
