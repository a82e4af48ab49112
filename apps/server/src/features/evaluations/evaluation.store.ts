import type { EvaluationPlanFields, evaluationProgress } from "@dailies/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../platform/db/database.ts";

export type Progress = z.output<typeof evaluationProgress>;

/** The judging plan of a task and its progress. */
export interface EvaluationRecord {
  readonly taskId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly mode: EvaluationPlanFields["mode"];
  readonly judgesPerItem: number;
  readonly aggregation: EvaluationPlanFields["aggregation"];
  readonly goldRate: number;
  readonly repeatRate: number;
  readonly itemBudget: number | null;
  readonly countsInformed: boolean;
  readonly startedAt: Date | null;
  readonly progress: Progress;
  readonly closed: { readonly by: string; readonly at: Date; readonly reason: string } | null;
}

export const findEvaluation = async (db: Db, taskId: string): Promise<EvaluationRecord | undefined> => {
  const row = await db.selectFrom("evaluation").selectAll().where("task_id", "=", taskId).executeTakeFirst();
  return (
    row && {
      taskId,
      templateId: row.template_id,
      templateVersion: row.template_version,
      mode: row.mode as EvaluationRecord["mode"],
      judgesPerItem: row.judges_per_item,
      aggregation: row.aggregation as EvaluationRecord["aggregation"],
      goldRate: row.gold_rate,
      repeatRate: row.repeat_rate,
      itemBudget: row.item_budget,
      countsInformed: row.counts_informed,
      startedAt: row.started_at,
      progress: {
        votes_done: Number(row.votes_done),
        votes_needed: Number(row.votes_needed),
        clips_ready: row.clips_ready,
        clips_total: row.clips_total,
        clips_failed: row.clips_failed,
      },
      closed: row.closed_at && { by: row.closed_by ?? "", at: row.closed_at, reason: row.close_reason ?? "" },
    }
  );
};

export interface Plan
  extends Omit<EvaluationRecord, "taskId" | "countsInformed" | "startedAt" | "progress" | "closed"> {
  readonly seed: bigint;
}

/** Keeps the seed of an earlier plan. False when judging has started. */
export const savePlan = async (tx: Tx, taskId: string, plan: Plan): Promise<boolean> => {
  const columns = {
    template_id: plan.templateId,
    template_version: plan.templateVersion,
    mode: plan.mode,
    judges_per_item: plan.judgesPerItem,
    aggregation: plan.aggregation,
    gold_rate: plan.goldRate,
    repeat_rate: plan.repeatRate,
    item_budget: plan.itemBudget,
  };
  const row = await tx
    .insertInto("evaluation")
    .values({ task_id: taskId, seed: plan.seed, ...columns })
    .onConflict((conflict) =>
      conflict.column("task_id").doUpdateSet(columns).where("evaluation.started_at", "is", null),
    )
    .returning("task_id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether a valid judgement of this task's output exists, in this task or in an evaluation across tasks. */
export const hasJudgements = async (db: Db, taskId: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select exists (
      select from judgement where task_id = ${taskId} and undone_at is null
    ) or exists (
      select from evaluation_entry e join judgement j on j.task_id = e.task_id and j.undone_at is null
      where e.source_task_id = ${taskId}
    ) as has`.execute(db);
  return rows[0]?.has === true;
};

interface Closing {
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

const closed = ({ by, at, reason }: Closing) => sql`closed_at = ${at}, closed_by = ${by}, close_reason = ${reason}`;

/** Closes judging. False when already closed, or with `onlyIfJudged` while judgements or clips are outstanding. */
export const closeJudging = async (
  tx: Tx,
  taskId: string,
  closing: Closing,
  { onlyIfJudged }: { readonly onlyIfJudged: boolean },
): Promise<boolean> => {
  const { rows } = await sql`update evaluation e set ${closed(closing)}
    where e.task_id = ${taskId} and e.started_at is not null and e.closed_at is null
      ${onlyIfJudged ? sql`and is_judged(e)` : sql``} returning e.task_id`.execute(tx);
  return rows.length > 0;
};

export const reopenJudging = async (tx: Tx, taskId: string): Promise<void> => {
  await tx
    .updateTable("evaluation")
    .set({ closed_at: null, closed_by: null, close_reason: null })
    .where("task_id", "=", taskId)
    .execute();
};

export const copyPlan = async (tx: Tx, fromId: string, toId: string, seed: bigint): Promise<void> => {
  await sql`insert into evaluation (task_id, template_id, template_version, mode, judges_per_item, aggregation,
      gold_rate, repeat_rate, item_budget, seed)
    select ${toId}, template_id, template_version, mode, judges_per_item, aggregation,
      gold_rate, repeat_rate, item_budget, ${seed}
    from evaluation where task_id = ${fromId}`.execute(tx);
};

/** Leaderboards are computed again. */
export const setCountsInformed = async (tx: Tx, taskId: string, countsInformed: boolean): Promise<void> => {
  await tx
    .updateTable("evaluation")
    .set((eb) => ({ counts_informed: countsInformed, inputs_revision: eb("inputs_revision", "+", 1n) }))
    .where("task_id", "=", taskId)
    .execute();
};
