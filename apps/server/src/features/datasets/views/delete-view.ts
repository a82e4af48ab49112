import { allows } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { byOf, type DatasetBy, datasetSubject } from "../dataset-by.ts";
import { findView, markViewDeleted } from "./view.store.ts";

/** By who made it, or an administrator. */
export const deleteView = async (db: Db, by: DatasetBy, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const view = await findView(tx, id);
    if (!view) throw new DomainError("not_found", "there is no such view");
    if (view.createdBy !== by.actor.userId && !allows(by.actor, { permission: "ADMIN_MANAGE_R" }))
      throw new DomainError("not_allowed", "only who made this view or an administrator may delete it");
    if (!(await markViewDeleted(tx, id, by.at))) throw new DomainError("not_found", "there is no such view");
    const meta = { view: id, name: view.name };
    await recordOperation(tx, byOf(by), {
      opType: "Delete_dataset_view",
      subjects: [datasetSubject(view.datasetId)],
      meta,
    });
  });
};
