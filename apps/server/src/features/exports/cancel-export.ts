import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "../tasks/index.ts";
import { exportSubject, getExport } from "./create-export.ts";
import { type ExportRecord, findExportLocked, markCancelled } from "./export.store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

/** Exports of other users are reported as not found. */
export const lockOwnExport = async (tx: Tx, context: RequestContext, id: string): Promise<ExportRecord> => {
  const job = await findExportLocked(tx, id);
  if (!(job && mayManageJobOf(context, job.createdBy))) throw new DomainError("not_found", "there is no such export");
  return job;
};

/** Rows already written to Lark stay; an incomplete file is deleted. */
export const cancelExport = async ({ db }: ExportsDeps, context: RequestContext, id: string): Promise<ExportRecord> => {
  await db.transaction().execute(async (tx) => {
    const job = await lockOwnExport(tx, context, id);
    if (job.status === "Cancelled") return;
    if (job.status !== "Waiting" && job.status !== "Running")
      throw new DomainError("conflict", "this export has already ended");
    await markCancelled(tx, id, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_export",
      subjects: [exportSubject(id), ...job.taskIds.map(taskSubject)],
      meta: { rows_done: job.rowsDone, rows_total: job.rowsTotal },
    });
  });
  return getExport(db, id);
};
