import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { hasTemplate, loadTemplate } from "../../dimensions/index.ts";
import { notifyRaters } from "../../notifications/index.ts";
import type { TaskRecord } from "../../tasks/index.ts";
import { type EvaluationRecord, findEvaluation } from "../evaluation.store.ts";
import type { EvaluationEffects } from "../evaluations-deps.ts";
import { findOpenJudging } from "../owning/rater.store.ts";
import {
  countSamples,
  type EvaluationSource,
  insertClips,
  insertEntries,
  insertLanes,
  insertPrompts,
  listEntryPositions,
  listNumberedRows,
  listRooms,
  markStarted,
  setQuotas,
} from "./fill-evaluation.store.ts";
import { findLanes } from "./lanes.rules.ts";
import { shareBudget } from "./share-budget.rules.ts";

const refuse = (words: string): never => {
  throw new DomainError("conflict", words);
};

/** Pins the template version, which is immutable from here on. */
const requireTemplate = async (tx: Tx, { templateId, mode }: EvaluationRecord): Promise<number> => {
  const template = (await hasTemplate(tx, templateId)) ? await loadTemplate(tx, templateId) : undefined;
  if (!template) return refuse("the template of this evaluation does not exist");
  const isForPeople = template.questions.some(({ source }) => source === "human");
  if (mode === "rating" && !isForPeople) refuse("the dimension set has no questions for judges: choose the mode auto");
  return template.version;
};

const planLanes = async (
  tx: Tx,
  { taskId, mode, itemBudget }: EvaluationRecord,
  { prompts, samples }: { readonly prompts: number; readonly samples: number },
): Promise<void> => {
  if (mode === "auto") return;
  const positions = await listEntryPositions(tx, taskId, prompts);
  await insertLanes(tx, taskId, findLanes(positions, prompts * samples, mode === "pairwise"));
  if (itemBudget !== null) await setQuotas(tx, taskId, shareBudget(await listRooms(tx, taskId), itemBudget));
};

/**
 * Snapshots what is judged: the columns, the prompts and the counted clips. Judging then reads this snapshot and not the
 * grids. Nobody judges by default: the owner and the members know the models. The caller holds the task lock and has checked that judging may start.
 */
export const startJudging = async (
  tx: Tx,
  context: RequestContext,
  { id: taskId }: TaskRecord,
  { prepareClips }: EvaluationEffects,
  sources: readonly EvaluationSource[],
): Promise<{ readonly clips: number; readonly votesNeeded: number }> => {
  const evaluation = await findEvaluation(tx, taskId);
  if (!evaluation) return refuse("choose a dimension set first: it defines the questions for the judges");
  const templateVersion = await requireTemplate(tx, evaluation);
  const entries = await insertEntries(tx, taskId, sources);
  const prompts = await insertPrompts(tx, taskId, sources);
  const clips = await insertClips(tx, taskId, await listNumberedRows(tx, sources), entries / sources.length);
  if (clips === 0) refuse("there is no clip to judge");
  const samples = await countSamples(tx, taskId);
  await planLanes(tx, evaluation, { prompts, samples });
  const votesNeeded = await markStarted(tx, taskId, { prompts, samples, clips, templateVersion }, context.at);
  if (votesNeeded === 0 && evaluation.mode === "pairwise") {
    refuse("no two columns have a clip of the same prompt, so there is nothing to compare");
  }
  const judging = await findOpenJudging(tx, taskId);
  if (judging) await notifyRaters(tx, context, { taskId, ...judging });
  await prepareClips(tx, { taskId, requestId: context.requestId });
  return { clips, votesNeeded };
};
