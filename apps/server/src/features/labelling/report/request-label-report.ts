import type { LabelReport, LabelReportState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { RequestContext } from "../../../request-context.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { labelReportWorkflowId, REPORT_EVERY_MS } from "./label-report.rules.ts";
import { findLabelReport, insertReportRun, type LabelReportRow } from "./label-report.store.ts";

/** Accuracy on gold items is for the owner alone: whoever labels must not learn how many they met. */
const reportFor = (row: LabelReportRow | undefined, userId: string): LabelReport | null => {
  if (!row?.report) return null;
  const isOwner = row.ownerId === userId;
  const people = row.report.people.map((person) => ({ ...person, gold: isOwner ? (person.gold ?? []) : [] }));
  return { ...row.report, people };
};

/** The newest report, and what is being measured. */
export const getLabelReport = async (db: Db, userId: string, taskId: string): Promise<LabelReportState> => {
  const row = await findLabelReport(db, taskId);
  return {
    task_id: taskId,
    status: row?.status ?? "None",
    requested_at: row?.requestedAt.toISOString() ?? null,
    error: row?.error ?? null,
    measured_at: row?.measuredAt?.toISOString() ?? null,
    report: reportFor(row, userId),
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
  const state = await getLabelReport(db, context.actor.userId, taskId);
  if (isStarted || state.status === "Running") return state;
  const agoMs = context.at.getTime() - Date.parse(state.requested_at ?? "");
  const retryAfterS = Math.max(1, Math.ceil((REPORT_EVERY_MS - agoMs) / 1_000));
  throw new DomainError("throttled", "this task was measured less than a minute ago", { retryAfterS });
};
