import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { announceTask } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { changeTask, findTaskLocked, taskSubject } from "../../tasks/index.ts";
import { closeJudging } from "../evaluation.store.ts";
import type { EvaluationEffects } from "../evaluations-deps.ts";

export interface MaybeDone {
  readonly taskId: string;
  readonly requestId: string;
  readonly at: Date;
}

const BY_ITSELF = { by: "system", reason: "every clip is prepared and every vote is in" } as const;

/**
 * Benchmarking → Finished when nothing is outstanding; snapshots the leaderboard. Lock order: the task comes first, so the
 * transaction must not have locked any row of the evaluation. Returns whether it finished now.
 */
export const finishIfDone = async (
  tx: Tx,
  { snapshotBoard }: Pick<EvaluationEffects, "snapshotBoard">,
  { taskId, requestId, at }: MaybeDone,
): Promise<boolean> => {
  const task = await findTaskLocked(tx, taskId, "update");
  if (task?.status !== "Benchmarking") return false;
  if (!(await closeJudging(tx, taskId, { ...BY_ITSELF, at }, { onlyIfJudged: true }))) return false;
  await changeTask(tx, taskId, at, { status: "Finished" });
  await snapshotBoard(tx, { taskId, requestId, ...BY_ITSELF });
  await announceTask(tx, taskId);
  await recordOperation(tx, auditActor(systemContext(requestId, at)), {
    opType: "Finish_evaluation",
    subjects: [taskSubject(taskId)],
    meta: { name: task.name },
    reason: BY_ITSELF.reason,
  });
  return true;
};
