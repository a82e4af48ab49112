import type { BoardInput } from "@dailies/statistics/board/board-input";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type AxisFacts, planAxes } from "../board/board-axes.rules.ts";
import {
  type EntryFacts,
  findJudgedFacts,
  type JudgedFacts,
  listEntryFacts,
  listPromptFacts,
  type PromptFacts,
} from "./entrants.store.ts";
import { type EvaluationFacts, findEvaluationFacts, listBoardQuestions } from "./evaluation-facts.store.ts";
import { readAxis } from "./read-axes.ts";
import { readRepeats } from "./votes.store.ts";

/** The inputs of a leaderboard for both aggregations, and the facts shown next to its figures. */
export interface BoardMaterial {
  readonly evaluation: EvaluationFacts;
  readonly entries: readonly EntryFacts[];
  readonly prompts: readonly PromptFacts[];
  readonly axes: readonly AxisFacts[];
  readonly judged: JudgedFacts;
  readonly input: Omit<BoardInput, "aggregation">;
}

const toCategories = (prompts: readonly PromptFacts[]): Pick<BoardInput, "category" | "categories"> => {
  const categories = [...new Set(prompts.map(({ category }) => category))].filter((name) => name !== "").sort();
  const places = new Map(categories.map((name, place) => [name, place]));
  return { categories, category: Int32Array.from(prompts, ({ category }) => places.get(category) ?? -1) };
};

/** One consistent snapshot, so that a judgement is not in one axis and missing in the next. */
export const loadBoardInputs = (db: Db, taskId: string): Promise<BoardMaterial> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const evaluation = await findEvaluationFacts(tx, taskId);
      if (!evaluation) throw new DomainError("not_found", "there is no such task, or it was deleted");
      const plans = planAxes(evaluation.mode, await listBoardQuestions(tx, evaluation.template));
      const [entries, prompts] = [await listEntryFacts(tx, taskId), await listPromptFacts(tx, taskId)];
      const judged = await findJudgedFacts(tx, taskId);
      const input = { taskId, judgementSeq: evaluation.judgementSeq, hasSamples: judged.hasSamples };
      const axes: BoardInput["axes"][number][] = [];
      for (const plan of plans) axes.push(await readAxis(tx, input, plan));
      return {
        evaluation,
        entries,
        prompts,
        judged,
        axes: plans.map(({ facts }) => facts),
        input: {
          entries: entries.length,
          prompts: prompts.length,
          promptWeight: Float64Array.from(prompts, ({ weight }) => weight),
          ...toCategories(prompts),
          baseline: entries.find(({ isBaseline }) => isBaseline)?.entry ?? null,
          axes,
          raters: judged.raters,
          repeats: await readRepeats(tx, taskId),
        },
      };
    });
