import { z } from "zod";
import { nonNegativeInt, positiveInt, text, uuid } from "../../kit.ts";
import { money, moneyMicros } from "../../money.ts";
import { performerPricing } from "../../performers/schemas.ts";

export const MAX_PREFILL_INSTRUCTION = 4_000;
/** Items that one run may ask about. */
export const MAX_ASKED_ITEMS = 1_000_000;
/** What a model is told at most: the fields of the template and the instruction. */
export const MAX_PREFILL_PROMPT = 20_000;

/** What ended a run before all items were asked about. */
export const PREFILL_LIMITS = ["max_items", "max_cost"] as const;
export type PrefillLimit = (typeof PREFILL_LIMITS)[number];

/** A performer that answers in words and can be asked about the items of a label task. */
export const prefillPerformer = z.object({
  id: uuid,
  name: z.string(),
  version: z.string(),
  pricing: performerPricing.nullable(),
});
export type PrefillPerformer = z.output<typeof prefillPerformer>;

const askedModel = {
  performer_id: uuid,
  /** Added to the description of the fields. */
  instruction: text({ max: MAX_PREFILL_INSTRUCTION }).default(""),
  max_items: positiveInt.max(MAX_ASKED_ITEMS),
};

export const estimateModelPrefillBody = z.strictObject(askedModel);
export const createModelPrefillBody = z.strictObject({
  ...askedModel,
  /** The run ends before it would cost more. Only for a performer whose price is known. */
  max_cost_micros: moneyMicros.nullable().default(null),
  /** Leaves items that have prefilled values already. */
  is_only_empty: z.boolean().default(true),
  request_key: uuid,
});

export const modelPrefillEstimate = z.object({
  /** Items that are asked about at most. */
  items: nonNegativeInt,
  /** Of all these items, by the mean length of the first thousand clips; null when the price is not known. */
  cost: money.nullable(),
  /** What the model is told about each clip. */
  prompt: z.string().max(MAX_PREFILL_PROMPT),
});
export type ModelPrefillEstimate = z.output<typeof modelPrefillEstimate>;

/** The model of a run, as it was when the run started. */
export const prefillModel = z.object({
  performer_id: uuid,
  version: z.string(),
  instruction: z.string(),
  is_only_empty: z.boolean(),
  max_items: positiveInt,
  /** Items that it was asked about so far. */
  asked: nonNegativeInt,
  /** By the price of the performer; null without one. */
  cost: money.nullable(),
  max_cost_micros: moneyMicros.nullable(),
  ended_by: z.enum(PREFILL_LIMITS).nullable(),
});
export type PrefillModel = z.output<typeof prefillModel>;
