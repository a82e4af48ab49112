import type { TaskKind } from "@dailies/contract";
import type { TaskKindActs } from "../../tasks/index.ts";
import { clearJudging } from "../cleanup/clear-judging.store.ts";
import { copyPlan } from "../evaluation.store.ts";
import { newSeed } from "../planning/plan-evaluation.ts";

type Kinds = Readonly<Record<TaskKind, TaskKindActs>>;

/** Deleting is allowed only without judgements; it clears the queue. */
const clearing = (acts: TaskKindActs): TaskKindActs => ({
  ...acts,
  stop: async (tx, context, task) => {
    await acts.stop?.(tx, context, task);
    await clearJudging(tx, task.id);
  },
});

/** Adds judging to the actions of the judged task kinds. Duplicating an evaluation copies its plan. */
export const withJudging = ({ Benchmark, Evaluation, ...others }: Kinds): Kinds => ({
  ...others,
  Benchmark: clearing(Benchmark),
  Evaluation: { ...clearing(Evaluation), duplicate: (tx, _by, from, to) => copyPlan(tx, from.id, to.id, newSeed()) },
});
