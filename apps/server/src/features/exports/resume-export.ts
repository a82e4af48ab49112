import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "../tasks/index.ts";
import { lockOwnExport } from "./cancel-export.ts";
import { exportSubject, getExport, startRun } from "./create-export.ts";
import { type ExportRecord, markResumed } from "./export.store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

/** Starts another run, which continues after the last batch of the previous one. */
export const resumeExport = async ({ db }: ExportsDeps, context: RequestContext, id: string): Promise<ExportRecord> => {
  await db.transaction().execute(async (tx) => {
    const job = await lockOwnExport(tx, context, id);
    if (job.status === "Waiting" || job.status === "Running") return;
    if (job.status !== "Failed") throw new DomainError("conflict", "only a failed export can be resumed");
    const run = await markResumed(tx, id);
    await startRun(tx, context.requestId, id, run);
    await recordOperation(tx, auditActor(context), {
      opType: "Resume_export",
      subjects: [exportSubject(id), ...job.taskIds.map(taskSubject)],
      meta: { run, rows_done: job.rowsDone, error: job.errorCode },
    });
  });
  return getExport(db, id);
};
