import { type EvaluationDetail, type EvaluationPlanFields, evaluationPlan } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { findBenchmark } from "../../benchmarks/index.ts";
import { isBlinded } from "../../blinding/index.ts";
import { loadTemplate } from "../../dimensions/index.ts";
import { requireTask } from "../../tasks/index.ts";
import { type EvaluationRecord, findEvaluation, type Progress } from "../evaluation.store.ts";
import { listGold } from "./gold.store.ts";
import { mayLookEarly } from "./own-task.ts";
import { listRaters } from "./rater.store.ts";

const NO_PROGRESS: Progress = { votes_done: 0, votes_needed: 0, clips_ready: 0, clips_total: 0, clips_failed: 0 };

const toPlan = (evaluation: EvaluationRecord): EvaluationPlanFields => ({
  template_id: evaluation.templateId,
  mode: evaluation.mode,
  judges_per_item: evaluation.judgesPerItem,
  aggregation: evaluation.aggregation,
  gold_rate: evaluation.goldRate,
  repeat_rate: evaluation.repeatRate,
  item_budget: evaluation.itemBudget,
});

/** Before the start, a benchmark carries its own judging plan; afterwards the evaluation does. */
const readPlan = async (
  db: Db,
  taskId: string,
  evaluation: EvaluationRecord | undefined,
): Promise<EvaluationPlanFields | null> => {
  const benchmark = evaluation?.startedAt ? undefined : await findBenchmark(db, taskId);
  if (!benchmark) return evaluation ? toPlan(evaluation) : null;
  if (benchmark.templateId === null) return null;
  return {
    ...evaluationPlan.parse(benchmark.evaluation),
    template_id: benchmark.templateId,
    item_budget: evaluation?.itemBudget ?? null,
  };
};

export const getEvaluation = async (db: Db, actor: Actor, id: string): Promise<EvaluationDetail> => {
  const task = await requireTask(db, actor, id);
  if (task.kind === "DataProcessing") throw new DomainError("not_found", "nothing is judged in this task");
  const evaluation = await findEvaluation(db, id);
  const plan = await readPlan(db, id, evaluation);
  const version = evaluation?.startedAt ? evaluation.templateVersion : undefined;
  const template = plan && (await loadTemplate(db, plan.template_id, version));
  const isShown = mayLookEarly(actor, task);
  const isHidden = await isBlinded(db, actor, id);
  const closed = evaluation?.closed ?? null;
  return {
    task_id: id,
    name: task.name,
    kind: task.kind,
    status: task.status,
    revision: task.revision,
    is_mine: task.ownerId === actor.userId,
    is_blinded: isHidden,
    counts_informed: evaluation?.countsInformed ?? false,
    plan,
    template: template ? { id: template.id, name: template.name, version: template.version } : null,
    progress: evaluation?.progress ?? NO_PROGRESS,
    raters: isShown ? await listRaters(db, id) : [],
    gold: isShown && !isHidden ? await listGold(db, id) : [],
    closed: closed && { ...closed, at: closed.at.toISOString() },
  };
};
