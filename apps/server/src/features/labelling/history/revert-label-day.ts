import type { RevertedLabelDay, revertLabelDayBody } from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { refreshAgreement } from "../review/refresh-agreement.ts";
import { labelTaskSubject, requireLabelTask } from "../tasks/require-label-task.ts";
import { countLabelsOfDay, findLabellerNamed, type LabelDay, revertLabels } from "./revert-label-day.store.ts";

/** Labels of one transaction. */
const BATCH = 200;

/**
 * Reverts a batch of what one person labelled on one day, or counts it. Idempotent: a repeated call reverts only what is
 * still to be reverted.
 */
export const revertLabelDay = async (
  db: Db,
  context: RequestContext,
  taskId: string,
  body: z.output<typeof revertLabelDayBody>,
): Promise<RevertedLabelDay> => {
  await requireLabelTask(db, context.actor, taskId);
  const labeller = await findLabellerNamed(db, taskId, body.person);
  if (!labeller) throw new DomainError("not_found", "this person has not labelled in this task");
  const day: LabelDay = { taskId, userId: labeller.userId, start: new Date(`${body.day}T00:00:00Z`) };
  if (body.is_preview) return { reverted: 0, ...(await countLabelsOfDay(db, day)) };
  const { reason, request_key: requestKey } = body;
  const reverted = await db.transaction().execute(async (tx) => {
    const items = await revertLabels(tx, day, { by: context.actor.userId, at: context.at, most: BATCH });
    for (const item of items) await refreshAgreement(tx, taskId, item);
    if (items.length > 0)
      await recordOperation(tx, auditActor(context), {
        opType: "Revert_label_day",
        subjects: [labelTaskSubject(taskId)],
        meta: { person: labeller.username, day: body.day, reverted: items.length, request: requestKey },
        reason,
      });
    return items.length;
  });
  return { reverted, ...(await countLabelsOfDay(db, day)) };
};
