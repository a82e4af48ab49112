import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { refreshAgreement } from "../review/refresh-agreement.ts";
import { labelTaskSubject } from "../tasks/require-label-task.ts";
import { refusedLabel } from "../work/refused-label.ts";
import { findRevision, findRevisionPlace, type LabelRevisionRow, restoreRevision } from "./history.store.ts";

/** Makes an earlier revision the current one, as a new revision; nothing is deleted. */
export const restoreLabel = async (
  db: Db,
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<LabelRevisionRow> => {
  const made = await db.transaction().execute(async (tx) => {
    const place = await findRevisionPlace(tx, id);
    if (!place) throw refusedLabel("no_label");
    const { outcome, revisionId } = await restoreRevision(tx, { id, by: context.actor.userId, at: context.at });
    if (revisionId === null) throw refusedLabel(outcome);
    await refreshAgreement(tx, place.task_id, place.seq);
    await recordOperation(tx, auditActor(context), {
      opType: "Restore_label",
      subjects: [labelTaskSubject(place.task_id)],
      meta: { item: place.seq, restored: id, revision: revisionId },
      reason,
    });
    return revisionId;
  });
  const revision = await findRevision(db, made);
  if (!revision) throw refusedLabel("no_label");
  return revision;
};
