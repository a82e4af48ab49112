import { randomInt } from "node:crypto";
import type { EvaluationPlanFields } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { changeBenchmark } from "../../benchmarks/index.ts";
import { hasTemplate, loadTemplate } from "../../dimensions/index.ts";
import { announceTask } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import {
  changeTask,
  lockTask,
  requireMember,
  requireRevision,
  type TaskRecord,
  taskSubject,
} from "../../tasks/index.ts";
import { savePlan } from "../evaluation.store.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";

export const newSeed = (): bigint => BigInt(randomInt(2 ** 47));

const requirePlannable = ({ kind, status, name }: TaskRecord): void => {
  if (kind === "DataProcessing") throw new DomainError("not_found", "nothing is judged in this task");
  const isEarly = status === "Init" || (kind === "Benchmark" && status === "Generating");
  if (!isEarly) throw new DomainError("conflict", `in ${status}: '${name}' is judged as it was planned`);
};

const templateVersionOf = async (tx: Tx, templateId: string): Promise<number> => {
  const template = (await hasTemplate(tx, templateId)) ? await loadTemplate(tx, templateId) : undefined;
  if (!template) throw new DomainError("not_found", "there is no such template");
  return template.version;
};

/** Saves how a task will be judged. The newest template version at the start of judging is used. */
export const writePlan = async (tx: Tx, taskId: string, plan: EvaluationPlanFields): Promise<void> => {
  const isSaved = await savePlan(tx, taskId, {
    templateId: plan.template_id,
    templateVersion: await templateVersionOf(tx, plan.template_id),
    mode: plan.mode,
    judgesPerItem: plan.judges_per_item,
    aggregation: plan.aggregation,
    goldRate: plan.gold_rate,
    repeatRate: plan.repeat_rate,
    itemBudget: plan.item_budget,
    seed: newSeed(),
  });
  if (!isSaved) throw new DomainError("conflict", "judging has started: its settings can no longer be changed");
};

export const planEvaluation = (
  { db }: EvaluationsDeps,
  context: RequestContext,
  { id, expectRevision, plan }: { id: string; expectRevision: number; plan: EvaluationPlanFields },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockTask(tx, context.actor, id);
    await requireMember(tx, context.actor, [task]);
    requirePlannable(task);
    requireRevision(task, expectRevision);
    await writePlan(tx, id, plan);
    if (task.kind === "Benchmark") {
      const { template_id: templateId, item_budget: _, ...evaluation } = plan;
      await changeBenchmark(tx, id, { templateId, evaluation });
    }
    await changeTask(tx, id, context.at);
    await announceTask(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Plan_evaluation",
      subjects: [taskSubject(id)],
      meta: { name: task.name, ...plan },
    });
  });
