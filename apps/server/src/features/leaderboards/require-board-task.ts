import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { requireUnblinded } from "../blinding/index.ts";
import { requireTask, type TaskRecord } from "../tasks/index.ts";
import { type EvaluationFacts, findEvaluationFacts } from "./inputs/evaluation-facts.store.ts";

export interface BoardTask {
  readonly task: TaskRecord;
  readonly evaluation: EvaluationFacts;
}

/** Raters must not see results before judging has closed; only the owner may. */
const mayLookEarly = (actor: Actor, task: TaskRecord): boolean =>
  task.ownerId === actor.userId || actor.permissions.has("ADMIN_MANAGE_R");

/** The single access rule for everything that reveals judgements. */
export const requireBoardTask = async (db: Db, actor: Actor, taskId: string): Promise<BoardTask> => {
  const task = await requireTask(db, actor, taskId);
  const evaluation = await findEvaluationFacts(db, taskId);
  if (!evaluation?.startedAt) {
    throw new DomainError("conflict", `nothing is judged in '${task.name}' yet: its evaluation has not been started`);
  }
  if (task.status !== "Finished" && !mayLookEarly(actor, task)) {
    throw new DomainError("not_allowed", "the leaderboard is available when judging is finished");
  }
  await requireUnblinded(db, actor, taskId);
  return { task, evaluation };
};
