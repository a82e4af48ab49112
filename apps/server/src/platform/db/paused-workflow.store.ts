import { sql } from "kysely";
import type { Db, Tx } from "./database.ts";

export interface PausedWorkflow {
  readonly workflowType: string;
  readonly reason: string;
  readonly pausedBy: string;
  readonly pausedAt: Date;
}

/** The outbox relay starts no workflow of this type any more; what runs goes on. False when it was paused before. */
export const pauseWorkflowType = async (
  tx: Tx,
  { workflowType, reason, pausedBy, pausedAt }: PausedWorkflow,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("paused_workflow")
    .values({ workflow_type: workflowType, reason, paused_by: pausedBy, paused_at: pausedAt })
    .onConflict((conflict) => conflict.column("workflow_type").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** The waiting starts are due at once. False when it was not paused. */
export const resumeWorkflowType = async (tx: Tx, workflowType: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom("paused_workflow")
    .where("workflow_type", "=", workflowType)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const listPausedWorkflows = async (db: Db): Promise<PausedWorkflow[]> => {
  const rows = await db.selectFrom("paused_workflow").selectAll().execute();
  return rows.map((row) => ({
    workflowType: row.workflow_type,
    reason: row.reason,
    pausedBy: row.paused_by,
    pausedAt: row.paused_at,
  }));
};

export interface WaitingStarts {
  readonly workflowType: string;
  readonly starts: number;
  readonly oldestAt: Date;
}

/** The outbox is short unless Temporal is down or something is paused. */
export const listWaitingStarts = async (db: Db): Promise<WaitingStarts[]> => {
  const rows = await db
    .selectFrom("outbox")
    .select(["workflow_type", sql<number>`count(*)::int`.as("starts"), sql<Date>`min(created_at)`.as("oldest_at")])
    .groupBy("workflow_type")
    .execute();
  return rows.map((row) => ({ workflowType: row.workflow_type, starts: row.starts, oldestAt: row.oldest_at }));
};
