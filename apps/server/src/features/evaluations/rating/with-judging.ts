import type { TaskKind } from "@dailies/contract";
import type { TaskKindActs } from "../../tasks/index.ts";
import { clearJudging } from "../cleanup/clear-judging.store.ts";
import { copyPlan } from "../evaluation.store.ts";
import { newSeed } from "../planning/plan-evaluation.ts";

type Kinds = Readonly<Record<TaskKind, TaskKindActs>>;

/** Only what nobody has judged is deleted, and then nobody is asked about it any more. */
const clearing = (acts: TaskKindActs): TaskKindActs => ({
  ...acts,
  stop: async (tx, context, task) => {
    await acts.stop?.(tx, context, task);
    await clearJudging(tx, task.id);
  },
});

/** What judging adds to the acts of those kinds of tasks that are judged: a copy of an evaluation is planned as the first was. */
export const withJudging = ({ Benchmark, Evaluation, ...others }: Kinds): Kinds => ({
  ...others,
  Benchmark: clearing(Benchmark),
  Evaluation: { ...clearing(Evaluation), duplicate: (tx, _by, from, to) => copyPlan(tx, from.id, to.id, newSeed()) },
});
