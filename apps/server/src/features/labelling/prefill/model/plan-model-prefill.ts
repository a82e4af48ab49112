import {
  comparesClips,
  type createModelPrefillBody,
  type estimateModelPrefillBody,
  MAX_PREFILL_PROMPT,
  type ModelPrefillEstimate,
  type PrefillPerformer,
} from "@dailies/contract";
import type { z } from "zod";
import type { Actor } from "../../../../actor.ts";
import { DomainError } from "../../../../errors.ts";
import type { Db } from "../../../../platform/db/database.ts";
import {
  answersInWords,
  costOf,
  listPerformersById,
  listUsablePerformers,
  mayUsePerformer,
  type PerformerRecord,
  promptLimitOf,
} from "../../../performers/index.ts";
import { noLabelTask } from "../../tasks/require-label-task.ts";
import { findModelPrefillTask, type ModelPrefillTask } from "./model-prefill.store.ts";
import { buildModelPrompt } from "./model-prompt.rules.ts";

export type CreateModelPrefill = z.output<typeof createModelPrefillBody>;
type PlanModelPrefill = Pick<z.output<typeof estimateModelPrefillBody>, "performer_id" | "instruction">;

/** Sorted by name. */
export const listPrefillPerformers = async (db: Db, actor: Actor): Promise<PrefillPerformer[]> =>
  (await listUsablePerformers(db, actor))
    .filter(answersInWords)
    .map(({ id, name, version, pricing }) => ({ id, name, version, pricing }));

const requirePerformer = async (db: Db, actor: Actor, id: string): Promise<PerformerRecord> => {
  const performer = (await listPerformersById(db, [id])).get(id);
  if (!performer || !mayUsePerformer(actor, performer) || !answersInWords(performer))
    throw new DomainError("not_found", "there is no such performer that answers in words");
  return performer;
};

const requirePrompt = ({ name, inputSchema }: PerformerRecord, { fields }: ModelPrefillTask, words: string): string => {
  if (comparesClips(fields))
    throw new DomainError("conflict", "a performer sees one clip: items of two clips can be prefilled from a file");
  const prompt = buildModelPrompt(fields, words);
  const most = Math.min(promptLimitOf(inputSchema) ?? 0, MAX_PREFILL_PROMPT);
  if (prompt.length > most)
    throw new DomainError(
      "conflict",
      `the fields and the instruction have ${prompt.length} characters in words; ${name} takes ${most}`,
    );
  return prompt;
};

export interface ModelPrefillPlan {
  readonly performer: PerformerRecord;
  readonly task: ModelPrefillTask;
  readonly prompt: string;
}

/** Refuses performers that the user may not use and tasks that they cannot be asked about. */
export const planModelPrefill = async (
  db: Db,
  actor: Actor,
  taskId: string,
  { performer_id: performerId, instruction }: PlanModelPrefill,
): Promise<ModelPrefillPlan> => {
  const task = await findModelPrefillTask(db, taskId);
  if (!task) throw noLabelTask();
  const performer = await requirePerformer(db, actor, performerId);
  return { performer, task, prompt: requirePrompt(performer, task, instruction) };
};

/** A limit that cannot be kept would be a promise that nobody keeps. */
export const requireKeepableLimit = ({ name, pricing }: PerformerRecord, maxCostMicros: number | null): void => {
  if (maxCostMicros === null) return;
  if (pricing === null || pricing.unit === "megapixel_second")
    throw new DomainError("conflict", `what ${name} costs for a clip is not known: limit the number of items instead`);
};

export const estimateModelPrefill = async (
  db: Db,
  actor: Actor,
  taskId: string,
  body: z.output<typeof estimateModelPrefillBody>,
): Promise<ModelPrefillEstimate> => {
  const {
    performer: { pricing },
    task,
    prompt,
  } = await planModelPrefill(db, actor, taskId, body);
  const items = Math.min(body.max_items, task.itemsTotal);
  const each = pricing ? costOf(pricing, { seconds: task.meanSeconds ?? undefined }) : undefined;
  const cost = pricing && each ? { amount_micros: each.amountMicros * items, currency: pricing.currency } : null;
  return { items, cost, prompt };
};
