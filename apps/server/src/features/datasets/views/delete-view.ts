import { allows } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnused } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { datasetSubject } from "../dataset-access.ts";
import { findView, markViewDeleted } from "./view.store.ts";

/** Allowed for its creator or an administrator. */
export const deleteView = async (db: Db, context: RequestContext, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const view = await findView(tx, id);
    if (!view) throw new DomainError("not_found", "there is no such view");
    if (view.createdBy !== context.actor.userId && !allows(context.actor, { permission: "ADMIN_MANAGE_R" }))
      throw new DomainError("not_allowed", "only the creator of this view or an administrator may delete it");
    await requireUnused(tx, context.actor, { kind: "view", id });
    if (!(await markViewDeleted(tx, id, context.at))) throw new DomainError("not_found", "there is no such view");
    const meta = { view: id, name: view.name };
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_dataset_view",
      subjects: [datasetSubject(view.datasetId)],
      meta,
    });
  });
};
