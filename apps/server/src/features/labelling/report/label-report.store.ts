import { ERROR_STATUS, type LabelReport, type LabelReportState } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";

export interface LabelReportRow {
  readonly run: number;
  /** Of the task. */
  readonly ownerId: string;
  readonly status: Exclude<LabelReportState["status"], "None">;
  readonly requestedAt: Date;
  readonly error: string | null;
  readonly measuredAt: Date | null;
  readonly report: LabelReport | null;
}

export const findLabelReport = async (db: Db, taskId: string): Promise<LabelReportRow | undefined> => {
  const { rows } = await sql<LabelReportRow>`
    select r.run, t.owner_id as "ownerId", r.status, r.requested_at as "requestedAt", r.error,
      r.measured_at as "measuredAt", r.report
    from label_report r join label_task t on t.id = r.task_id where r.task_id = ${taskId}`.execute(db);
  return rows[0];
};

/** Starts the next measurement; undefined while one runs, or when the last was requested after `notAfter`. */
export const insertReportRun = async (
  tx: Tx,
  taskId: string,
  { by, at, notAfter }: { readonly by: string; readonly at: Date; readonly notAfter: Date },
): Promise<number | undefined> => {
  const { rows } = await sql<{ run: number }>`
    insert into label_report as r (task_id, run, status, requested_by, requested_at)
    values (${taskId}, 1, 'Running', ${by}, ${at})
    on conflict (task_id) do update set
      run = r.run + 1, status = 'Running', requested_by = excluded.requested_by, requested_at = excluded.requested_at,
      error = null
      where r.status <> 'Running' and r.requested_at <= ${notAfter}
    returning run`.execute(tx);
  return rows[0]?.run;
};

export interface ReportRun {
  readonly taskId: string;
  readonly run: number;
}

export const finishReport = async (
  db: Db,
  { taskId, run }: ReportRun,
  { report, measuredAt }: { readonly report: LabelReport; readonly measuredAt: Date },
): Promise<void> => {
  await sql`update label_report set status = 'Finished', report = ${JSON.stringify(report)}::jsonb,
      measured_at = ${measuredAt}
    where task_id = ${taskId} and run = ${run} and status = 'Running'`.execute(db);
};

const UNEXPECTED = "measuring stopped at an unexpected fault; measure again";

/** The report before it stays. Faults that the caller can understand are kept in their words. */
export const failReport = async (
  db: Db,
  { taskId, run }: ReportRun,
  { code, message }: ActivityFault,
): Promise<void> => {
  const error = (Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED).slice(0, 500);
  await sql`update label_report set status = 'Failed', error = ${error}
    where task_id = ${taskId} and run = ${run} and status = 'Running'`.execute(db);
};
