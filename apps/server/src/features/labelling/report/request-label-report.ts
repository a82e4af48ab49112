import type { LabelReportState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { RequestContext } from "../../../request-context.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { labelReportWorkflowId, REPORT_EVERY_MS } from "./label-report.rules.ts";
import { findLabelReport, insertReportRun } from "./label-report.store.ts";

/** The newest report, and what is being measured. */
export const getLabelReport = async (db: Db, taskId: string): Promise<LabelReportState> => {
  const row = await findLabelReport(db, taskId);
  return {
    task_id: taskId,
    status: row?.status ?? "None",
    requested_at: row?.requestedAt.toISOString() ?? null,
    error: row?.error ?? null,
    measured_at: row?.measuredAt?.toISOString() ?? null,
    report: row?.report ?? null,
  };
};

/** Starts a measurement, or returns the running one. Rate limit: one a minute for each task, whoever asks. */
export const requestLabelReport = async (
  db: Db,
  context: RequestContext,
  taskId: string,
): Promise<LabelReportState> => {
  await requireLabelTask(db, context.actor, taskId);
  const notAfter = new Date(context.at.getTime() - REPORT_EVERY_MS);
  const isStarted = await db.transaction().execute(async (tx) => {
    const run = await insertReportRun(tx, taskId, { by: context.actor.userId, at: context.at, notAfter });
    if (run === undefined) return false;
    await enqueueWorkflow(tx, {
      workflowType: "measureLabelAgreement",
      workflowId: labelReportWorkflowId(taskId, run),
      input: { taskId, run },
      requestId: context.requestId,
    });
    return true;
  });
  const state = await getLabelReport(db, taskId);
  if (isStarted || state.status === "Running") return state;
  const agoMs = context.at.getTime() - Date.parse(state.requested_at ?? "");
  const retryAfterS = Math.max(1, Math.ceil((REPORT_EVERY_MS - agoMs) / 1_000));
  throw new DomainError("throttled", "this task was measured less than a minute ago", { retryAfterS });
};
