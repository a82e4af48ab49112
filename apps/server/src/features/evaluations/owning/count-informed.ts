import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { taskSubject } from "../../tasks/index.ts";
import { setCountsInformed } from "../evaluation.store.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { lockOwnTask, requirePlanned } from "./own-task.ts";

interface Decision {
  readonly id: string;
  readonly countsInformed: boolean;
  readonly reason: string;
}

/** Counts judgements of raters who could know the models, or leaves them out again. Snapshots stay as they are. */
export const countInformed = (
  { db }: EvaluationsDeps,
  context: RequestContext,
  { id, countsInformed, reason }: Decision,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockOwnTask(tx, context.actor, id);
    const { countsInformed: before } = await requirePlanned(tx, id);
    if (before === countsInformed) return;
    await setCountsInformed(tx, id, countsInformed);
    await recordOperation(tx, auditActor(context), {
      opType: "Count_informed_judgements",
      subjects: [taskSubject(id)],
      meta: { name: task.name, before, after: countsInformed },
      reason,
    });
  });
