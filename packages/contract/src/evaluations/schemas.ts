import { z } from "zod";
import { EVALUATION_MODES, templateQuestion } from "../dimensions/schemas.ts";
import { FIELD_KEY, fieldValue } from "../fields/field-types.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid, versionNumber } from "../kit.ts";
import { inputValues } from "../performers/schemas.ts";
import { TASK_KINDS, TASK_STATUSES } from "../tasks/routes.ts";

export const ITEM_KINDS = ["rating", "pairwise", "gold", "repeat"] as const;
export const SLOTS = ["A", "B"] as const;
export const CHOICES = ["A", "B", "tie", "both_bad"] as const;
export type Choice = (typeof CHOICES)[number];
/** Outcome of one rater's lease of an item. */
export const LEASE_STATUSES = ["leased", "submitted", "skipped", "released", "lost", "stale"] as const;
export const SKIP_REASONS = ["cannot_play", "cannot_decide", "offensive", "knows_origin", "other"] as const;

export const MAX_MARKS = 100;
export const DEFECT_TAGS = [
  "flicker",
  "warping",
  "anatomy",
  "text",
  "physics",
  "identity",
  "cut",
  "artefact",
  "audio",
  "other",
] as const;

/** Time range of a defect, in seconds of the clip. */
export const defectMark = z.strictObject({
  t: z.number().min(0).max(86_400),
  slot: z.enum(SLOTS),
  tag: z.enum(DEFECT_TAGS),
  note: text({ max: 500 }).default(""),
});
export type DefectMark = z.output<typeof defectMark>;

/** Null is an unanswered question; answers are never assumed. */
export const answerValues = z
  .record(z.string().regex(FIELD_KEY), fieldValue.nullable())
  .refine((values) => Object.keys(values).length <= 100, "at most 100 answers");

export const judgementDraft = z.strictObject({
  choice: z.enum(CHOICES).nullable().default(null),
  /** −3…+3 on a comparison scale; negative favours A. */
  strength: z.int().min(-3).max(3).nullable().default(null),
  answers: answerValues.default({}),
  marks: z.array(defectMark).max(MAX_MARKS).default([]),
});
export type JudgementDraft = z.output<typeof judgementDraft>;

export const SHOWN_KINDS = ["rating", "pairwise"] as const;

export const evaluationClip = z.object({ slot: z.enum(SLOTS), media_url: z.string(), fps: z.number().nullable() });
export const evaluationQuestion = templateQuestion.omit({
  dimension_id: true,
  dimension_version: true,
  metric_key: true,
});

/**
 * Blinded item for a rater. It reveals no model, file, column, seed, price or size, and its only ids are made for this rater
 * and item: swapping two models changes nothing but those ids.
 */
export const evaluationItem = z.object({
  lease_id: uuid,
  task_id: uuid,
  kind: z.enum(SHOWN_KINDS),
  prompt: inputValues,
  slots: z.array(evaluationClip),
  questions: z.array(evaluationQuestion),
  instructions: z.string(),
  lease_until: moment,
  draft: judgementDraft.nullable(),
  draft_saved_at: moment.nullable(),
});
export type EvaluationItem = z.output<typeof evaluationItem>;

export const evaluationPlanFields = z.strictObject({
  template_id: uuid,
  mode: z.enum(EVALUATION_MODES),
  judges_per_item: z.int().min(1).max(50),
  aggregation: z.enum(["All", "Average"]),
  gold_rate: z.number().min(0).max(0.5),
  repeat_rate: z.number().min(0).max(0.5),
  /** Number of prompts × pairs (or clips) to judge; null for all of them. */
  item_budget: z.int().min(1).max(1_000_000).nullable(),
});
export type EvaluationPlanFields = z.output<typeof evaluationPlanFields>;

export const evaluationProgress = z.object({
  votes_done: nonNegativeInt,
  votes_needed: nonNegativeInt,
  /** Clips that are prepared and measured, out of all clips. */
  clips_ready: nonNegativeInt,
  clips_total: nonNegativeInt,
  clips_failed: nonNegativeInt,
});

/** Intra-rater agreement: repeats answered the same, out of all repeats. */
export const selfAgreement = z.object({ same: z.int(), of: z.int() });

export const raterProgress = z.object({
  submitted: nonNegativeInt,
  skipped: nonNegativeInt,
  leased: nonNegativeInt,
  /** Whether items remain for this rater. */
  has_more: z.boolean(),
  /** Null before the first repeat. */
  self_agreement: selfAgreement.nullable(),
  last_at: moment.nullable(),
  /** When the first of the reserved items is given to somebody else, unless it is judged or its lease is renewed. */
  leased_until: moment.nullable(),
});

/** One task in a rater's queue. It contains no model names; the owner chooses the task's name. */
export const queueTask = z.object({
  task_id: uuid,
  name: z.string(),
  kind: z.enum(TASK_KINDS),
  status: z.enum(TASK_STATUSES),
  mode: z.enum(EVALUATION_MODES),
  instructions: z.string(),
  progress: evaluationProgress,
  mine: raterProgress,
});
export type QueueTask = z.output<typeof queueTask>;

/** What one rater did with one item; model names are included once the task is finished. */
export const ownLease = z.object({
  lease_id: uuid,
  task_id: uuid,
  task_name: z.string(),
  kind: z.enum(SHOWN_KINDS),
  status: z.enum(LEASE_STATUSES),
  prompt: inputValues,
  choice: z.enum(CHOICES).nullable(),
  strength: z.int().nullable(),
  answers: answerValues,
  at: moment,
  judgement_id: uuid.nullable(),
  can_undo_until: moment.nullable(),
  is_voided: z.boolean(),
  revealed: z.array(z.object({ slot: z.enum(SLOTS), label: z.string() })).nullable(),
});
export type OwnItem = z.output<typeof ownLease>;

export const submitBody = z.strictObject({
  lease_id: uuid,
  /** Idempotency key, generated by the page: a resubmitted judgement counts once. */
  client_id: uuid,
  choice: z.enum(CHOICES).nullable(),
  strength: z.int().min(-3).max(3).nullable(),
  answers: answerValues,
  marks: z.array(defectMark).max(MAX_MARKS).default([]),
  /** Seconds watched of each clip. */
  watched: z.strictObject({ A: z.number().min(0).max(86_400), B: z.number().min(0).max(86_400).nullable() }),
  duration_ms: z.int().min(0).max(86_400_000),
});

export const submitted = z.object({
  judgement_id: uuid,
  can_undo_until: moment,
  next: evaluationItem.nullable(),
  progress: evaluationProgress,
});

/** Who made the decision, when and why. */
export const decisionRecord = z.object({ by: z.string(), at: moment, reason: z.string() });

/** Why a rater could know which model made a clip: they own the task, are a member of it, or saw its grid or results. */
export const INFORMED = ["owner", "member", "viewer"] as const;
export type Informed = (typeof INFORMED)[number];

/** Judgements by raters who could know the models, by reason. */
export const informedJudgements = z.object({
  owner: nonNegativeInt,
  member: nonNegativeInt,
  viewer: nonNegativeInt,
});

/** A judgement as the task owner sees it, with everything needed to audit it. */
export const judgementItem = z.object({
  id: uuid,
  seq: positiveInt,
  kind: z.enum(ITEM_KINDS),
  rater: z.string(),
  row: nonNegativeInt,
  prompt: z.string(),
  a: z.string(),
  b: z.string().nullable(),
  /** In terms of the columns above, independent of the side each was shown on. */
  outcome: z.enum(["a", "b", "tie", "both_bad"]).nullable(),
  strength: z.int().nullable(),
  was_swapped: z.boolean(),
  answers: answerValues,
  marks: z.array(defectMark),
  duration_ms: z.int(),
  is_stale: z.boolean(),
  /** Null for a blind judgement. */
  informed: z.enum(INFORMED).nullable(),
  voided: decisionRecord.nullable(),
  at: moment,
});
export type JudgementItem = z.output<typeof judgementItem>;

export const GOLD_ANSWERS = ["a", "b", "tie"] as const;
export const goldItem = z.object({
  id: uuid,
  row: z.int(),
  a: z.string(),
  b: z.string(),
  expected: z.enum(GOLD_ANSWERS),
});

export const evaluationRater = z.object({
  id: uuid,
  username: z.string(),
  /** Null for a blind rater; the judgements of others are left out of the leaderboard. */
  informed: z.enum(INFORMED).nullable(),
  submitted: z.int(),
  skipped: z.int(),
  gold_right: z.int(),
  gold_of: z.int(),
});

export const evaluationDetail = z.object({
  task_id: uuid,
  name: z.string(),
  kind: z.enum(TASK_KINDS),
  status: z.enum(TASK_STATUSES),
  revision: versionNumber,
  is_mine: z.boolean(),
  /** Whether the caller judges this task now: labels, grid, jobs and results are hidden from them. */
  is_blinded: z.boolean(),
  /** Whether the owner counts judgements by raters who could know the models. */
  counts_informed: z.boolean(),
  plan: evaluationPlanFields.nullable(),
  template: z.object({ id: uuid, name: z.string(), version: versionNumber }).nullable(),
  progress: evaluationProgress,
  raters: z.array(evaluationRater),
  gold: z.array(goldItem),
  closed: decisionRecord.nullable(),
});
export type EvaluationDetail = z.output<typeof evaluationDetail>;
