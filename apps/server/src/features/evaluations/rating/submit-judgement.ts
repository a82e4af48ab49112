import { type EvaluationItem, type submitBody, type submitted, UNDO_S } from "@dailies/contract";
import type { z } from "zod";
import type { Db } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { lockAnyTask } from "../../tasks/index.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { finishIfDone } from "../owning/finish-evaluation.ts";
import { readAskedTemplate } from "../planning/asked-template.ts";
import { checkAnswer } from "./answer.rules.ts";
import { claimNext, readProgress } from "./claim-items.ts";
import { findAskedItem } from "./item.store.ts";
import { insertVote, isLastVote, isOver, type SubmitResult, type Vote } from "./judgement.store.ts";
import { undoVote } from "./lease.store.ts";
import { refusedLease } from "./refused-lease.ts";
import { showItems } from "./show-items.ts";

/**
 * All judgements but the last are one database call that does not lock the task. The database refuses the last one; it is
 * then inserted again under the task lock, which finishes the task.
 */
const tellVote = async (
  deps: EvaluationsDeps,
  context: RequestContext,
  taskId: string,
  vote: Vote,
): Promise<SubmitResult> => {
  try {
    return await insertVote(deps.db, vote, { mayFinish: false });
  } catch (error) {
    if (isOver(error)) throw refusedLease("closed");
    if (!isLastVote(error)) throw error;
  }
  return deps.db.transaction().execute(async (tx) => {
    await lockAnyTask(tx, taskId);
    const told = await insertVote(tx, vote, { mayFinish: true });
    await finishIfDone(tx, deps, { taskId, requestId: context.requestId, at: context.at });
    return told;
  });
};

const ACCEPTED: readonly string[] = ["ok", "again"];

/** Submits a judgement, idempotent by the id that the client chose, and claims the next item. */
export const submitJudgement = async (
  deps: EvaluationsDeps,
  context: RequestContext,
  body: z.output<typeof submitBody>,
): Promise<z.input<typeof submitted>> => {
  const { db } = deps;
  const { actor, at } = context;
  const asked = await findAskedItem(db, body.lease_id, actor.userId);
  if (!asked) throw refusedLease("no_lease");
  const { questions } = await readAskedTemplate(db, asked);
  const told = await tellVote(deps, context, asked.taskId, {
    ...checkAnswer({ ...asked, questions }, body),
    leaseId: body.lease_id,
    raterId: actor.userId,
    clientId: body.client_id,
    marks: body.marks,
    watched: body.watched,
    durationMs: body.duration_ms,
    at,
  });
  if (!ACCEPTED.includes(told.outcome)) throw refusedLease(told.outcome);
  return {
    judgement_id: told.judgementId,
    can_undo_until: new Date(told.toldAt.getTime() + UNDO_S * 1000).toISOString(),
    next: await claimNext(db, { taskId: asked.taskId, raterId: actor.userId, at }),
    progress: await readProgress(db, asked.taskId),
  };
};

/** Undoes a judgement within 30 seconds; the rater holds the item again, with the answer as its draft. */
export const undoJudgement = async (
  db: Db,
  undo: { readonly judgementId: string; readonly raterId: string; readonly at: Date },
): Promise<EvaluationItem> => {
  const { outcome, leaseId } = await undoVote(db, undo).catch((error: unknown) => {
    throw isOver(error) ? refusedLease("closed") : error;
  });
  if (leaseId === null) throw refusedLease(outcome);
  const [item] = await showItems(db, [leaseId], undo.raterId);
  if (!item) throw refusedLease("no_lease");
  return item;
};
