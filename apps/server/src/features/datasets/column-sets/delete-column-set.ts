import { allOf, allows } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { cancelFile } from "../../../platform/file-exports/file-export.store.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnused } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { datasetSubject } from "../dataset-access.ts";
import { readPredicate } from "../items/query/open-selection.ts";
import { listViewsNaming, type ViewRecord } from "../views/view.store.ts";
import { setsUsedBy } from "./column-set.rules.ts";
import { type ColumnSetRecord, lockColumnSet, markColumnSetDeleted } from "./column-set.store.ts";

/** Allowed for its creator or an administrator. Its file is removed by the sweep of datasets. */
export const deleteColumnSet = async (db: Db, context: RequestContext, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const set = await lockColumnSet(tx, id);
    if (!set) throw new DomainError("not_found", "there are no such columns");
    if (set.createdBy !== context.actor.userId && !allows(context.actor, { permission: "ADMIN_MANAGE_R" }))
      throw new DomainError("not_allowed", "only the creator of these columns or an administrator may remove them");
    const views = await listViewsNaming(tx, set.datasetId, set.version, `${set.name}.`);
    const user = views.find((view) => isUsedBy(set, view));
    if (user) throw new DomainError("conflict", `the view ${JSON.stringify(user.name)} uses these columns`);
    await requireUnused(tx, context.actor, { kind: "label_snapshot", id });
    await cancelFile(tx, { table: "dataset_column_set", id }, context.at);
    await markColumnSetDeleted(tx, id, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_dataset_columns",
      subjects: [datasetSubject(set.datasetId)],
      meta: { columns: id, name: set.name, version: set.version },
    });
  });
};

const isUsedBy = (set: ColumnSetRecord, { query, orderBy }: ViewRecord): boolean => {
  const predicate = allOf(...query.filters, readPredicate(query.where));
  return setsUsedBy([set], { predicate, orderBy }).length > 0;
};
