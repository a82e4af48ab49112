import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { announceTask } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { changeTask, taskSubject } from "../../tasks/index.ts";
import { closeJudging, reopenJudging } from "../evaluation.store.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { lockOwnTask, requireJudging } from "./own-task.ts";

interface Ending {
  readonly id: string;
  readonly reason: string;
}

/** Benchmarking → Finished before every judgement is in; snapshots the leaderboard as it is. */
export const closeEvaluation = (
  deps: EvaluationsDeps,
  context: RequestContext,
  { id, reason }: Ending,
): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const task = await lockOwnTask(tx, context.actor, id);
    requireJudging(task);
    const closing = { by: context.actor.username, at: context.at, reason };
    if (!(await closeJudging(tx, id, closing, { onlyIfJudged: false }))) {
      throw new DomainError("conflict", `nothing was taken in to be judged in '${task.name}'`);
    }
    await changeTask(tx, id, context.at, { status: "Finished" });
    await deps.snapshotBoard(tx, { taskId: id, reason, by: context.actor.username, requestId: context.requestId });
    await announceTask(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Close_evaluation",
      subjects: [taskSubject(id)],
      meta: { name: task.name },
      reason,
    });
  });

/** Finished → Benchmarking; the leaderboard snapshot stays. */
export const reopenEvaluation = (
  { db }: EvaluationsDeps,
  context: RequestContext,
  { id, reason }: Ending,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockOwnTask(tx, context.actor, id);
    if (task.status !== "Finished") throw new DomainError("conflict", `'${task.name}' is not finished`);
    await reopenJudging(tx, id);
    await changeTask(tx, id, context.at, { status: "Benchmarking" });
    await announceTask(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Reopen_evaluation",
      subjects: [taskSubject(id)],
      meta: { name: task.name },
      reason,
    });
  });
