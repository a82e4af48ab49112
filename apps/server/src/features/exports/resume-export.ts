import { DomainError } from "../../errors.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "../tasks/index.ts";
import { lockOwnExport } from "./cancel-export.ts";
import { byOf, exportSubject, getExport, startRun } from "./create-export.ts";
import { type ExportRecord, markResumed } from "./export.store.ts";
import type { ExportBy, ExportsDeps } from "./exports-deps.ts";

/** Another run, which goes on after the last batch of the one before. */
export const resumeExport = async ({ db }: ExportsDeps, by: ExportBy, id: string): Promise<ExportRecord> => {
  await db.transaction().execute(async (tx) => {
    const job = await lockOwnExport(tx, by, id);
    if (job.status === "Waiting" || job.status === "Running") return;
    if (job.status !== "Failed") throw new DomainError("conflict", "only an export that failed can go on");
    const run = await markResumed(tx, id);
    await startRun(tx, by.requestId, id, run);
    await recordOperation(tx, byOf(by), {
      opType: "Resume_export",
      subjects: [exportSubject(id), ...job.taskIds.map(taskSubject)],
      meta: { run, rows_done: job.rowsDone, error: job.errorCode },
    });
  });
  return getExport(db, id);
};
