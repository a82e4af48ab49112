import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { lockTask, type TaskRecord } from "../../tasks/index.ts";
import { type EvaluationRecord, findEvaluation } from "../evaluation.store.ts";

/** Locks the task until the transaction ends. Owner only: members may be raters, and more information would bias them. */
export const lockOwnTask = async (tx: Tx, actor: Actor, id: string): Promise<TaskRecord> => {
  const task = await lockTask(tx, actor, id);
  if (task.kind === "DataProcessing") throw new DomainError("not_found", "nothing is judged in this task");
  if (task.ownerId !== actor.userId) {
    throw new DomainError("not_allowed", `only the owner of '${task.name}' may do this`);
  }
  return task;
};

/** Raters must not see the judgements of others before judging has closed; the owner may. */
export const mayLookEarly = (actor: Actor, { ownerId }: Pick<TaskRecord, "ownerId">): boolean =>
  ownerId === actor.userId || actor.permissions.has("ADMIN_MANAGE_R");

export const requirePlanned = async (db: Db, id: string): Promise<EvaluationRecord> => {
  const evaluation = await findEvaluation(db, id);
  if (!evaluation) throw new DomainError("conflict", "choose a dimension set first");
  return evaluation;
};

export const requireJudging = ({ status, name }: TaskRecord): void => {
  if (status === "Benchmarking") return;
  const words = status === "Finished" ? "the judging is over: reopen it first" : "the judging has not begun";
  throw new DomainError("conflict", `'${name}': ${words}`);
};
