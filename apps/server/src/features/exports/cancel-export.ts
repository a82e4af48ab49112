import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "../tasks/index.ts";
import { byOf, exportSubject, getExport } from "./create-export.ts";
import { type ExportRecord, findOwnExportLocked, markCancelled } from "./export.store.ts";
import type { ExportBy, ExportsDeps } from "./exports-deps.ts";

/** Somebody else's is not known to exist. */
export const lockOwnExport = async (tx: Tx, { actor }: ExportBy, id: string): Promise<ExportRecord> => {
  const job = await findOwnExportLocked(tx, actor.userId, id);
  if (!job) throw new DomainError("not_found", "there is no such export");
  return job;
};

/** What was written outside stays there; a file that is not whole is thrown away. */
export const cancelExport = async ({ db }: ExportsDeps, by: ExportBy, id: string): Promise<ExportRecord> => {
  await db.transaction().execute(async (tx) => {
    const job = await lockOwnExport(tx, by, id);
    if (job.status === "Cancelled") return;
    if (job.status !== "Waiting" && job.status !== "Running")
      throw new DomainError("conflict", "this export has ended already");
    await markCancelled(tx, id, by.at);
    await recordOperation(tx, byOf(by), {
      opType: "Cancel_export",
      subjects: [exportSubject(id), ...job.taskIds.map(taskSubject)],
      meta: { rows_done: job.rowsDone, rows_total: job.rowsTotal },
    });
  });
  return getExport(db, id);
};
