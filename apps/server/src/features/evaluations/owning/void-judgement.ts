import type { JudgementItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { taskSubject } from "../../tasks/index.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { findTaskOfJudgement, voidVote } from "../rating/judgement.store.ts";
import { findJudgementRow } from "./judgement-list.store.ts";
import { toJudgementItem } from "./list-judgements.ts";
import { lockOwnTask, requireJudging } from "./own-task.ts";

const noJudgement = (): DomainError => new DomainError("not_found", "there is no such judgement");

const REFUSALS: Readonly<Record<string, string>> = {
  undone: "its rater has taken it back already",
  voided: "it is out of the count already",
};

/** Voids a judgement: it stays readable but does not count, and its item returns to the queue. */
export const voidJudgement = (
  { db }: EvaluationsDeps,
  context: RequestContext,
  input: { id: string; reason: string },
): Promise<JudgementItem> =>
  db.transaction().execute(async (tx) => {
    const { id, reason } = input;
    const taskId = await findTaskOfJudgement(tx, id);
    if (taskId === undefined) throw noJudgement();
    const task = await lockOwnTask(tx, context.actor, taskId);
    requireJudging(task);
    await requireUnblinded(tx, context.actor, taskId);
    const outcome = await voidVote(tx, { id, by: context.actor.username, reason, at: context.at });
    if (outcome !== "ok") throw new DomainError("conflict", REFUSALS[outcome] ?? "this judgement cannot be voided");
    const row = await findJudgementRow(tx, id);
    if (!row) throw noJudgement();
    await recordOperation(tx, auditActor(context), {
      opType: "Void_judgement",
      subjects: [taskSubject(taskId)],
      meta: { name: task.name, judgement_id: id, seq: Number(row.seq), rater: row.rater },
      reason,
    });
    return toJudgementItem(row);
  });
