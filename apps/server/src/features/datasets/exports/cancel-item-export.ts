import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { byOf, type DatasetBy, datasetSubject } from "../dataset-by.ts";
import { getItemExport, getOwnItemExport } from "./export-items.ts";
import { type ItemExport, markExportCancelled } from "./item-export.store.ts";

/** The writer notices before its next rows. */
export const cancelItemExport = async (db: Db, by: DatasetBy, id: string): Promise<ItemExport> => {
  await db.transaction().execute(async (tx) => {
    const job = await getOwnItemExport(tx, by, id);
    if (job.status === "Cancelled") return;
    if (!(await markExportCancelled(tx, id, by.at))) throw new DomainError("conflict", "this file is already written");
    const meta = { export: id, rows_done: job.rowsDone };
    await recordOperation(tx, byOf(by), {
      opType: "Cancel_dataset_export",
      subjects: [datasetSubject(job.datasetId)],
      meta,
    });
  });
  return getItemExport(db, id);
};
