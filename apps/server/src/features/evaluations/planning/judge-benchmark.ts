import { evaluationPlan } from "@dailies/contract";
import type { BenchmarkJudging } from "../../benchmarks/index.ts";
import { clearJudging } from "../cleanup/clear-judging.store.ts";
import { retireClip } from "../cleanup/retire-clip.store.ts";
import { findEvaluation } from "../evaluation.store.ts";
import type { EvaluationEffects } from "../evaluations-deps.ts";
import { writePlan } from "./plan-evaluation.ts";
import { startJudging } from "./start-judging.ts";

/** The judging hooks of a benchmark: start, reset, and regeneration of a clip. */
export const judgeBenchmark = (effects: EvaluationEffects): BenchmarkJudging => ({
  /** Uses the benchmark's own judging plan; only the budget is in the evaluation plan. */
  start: async (tx, context, task, { templateId, evaluation }) => {
    const before = await findEvaluation(tx, task.id);
    await writePlan(tx, task.id, {
      ...evaluationPlan.parse(evaluation),
      template_id: templateId,
      item_budget: before?.itemBudget ?? null,
    });
    return startJudging(tx, context, task, effects, [{ taskId: task.id, columnIds: [] }]);
  },
  stop: clearJudging,
  retireClip,
});
