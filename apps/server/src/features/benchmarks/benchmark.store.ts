import type { ATTEMPT_POLICIES, evaluationPlan, SEED_POLICIES } from "@dailies/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { GridSize } from "./cells/grid.rules.ts";

/** The generation settings of a benchmark and its spend. */
export interface BenchmarkRecord {
  readonly taskId: string;
  readonly samplesPerCell: number;
  readonly seedPolicy: (typeof SEED_POLICIES)[number];
  readonly seeds: readonly number[];
  readonly attemptPolicy: (typeof ATTEMPT_POLICIES)[number];
  readonly concurrency: number;
  readonly currency: string;
  readonly budgetMicros: number | null;
  readonly isBudgetHard: boolean;
  readonly templateId: string | null;
  readonly evaluation: Partial<z.output<typeof evaluationPlan>>;
  readonly spentMicros: number;
  readonly reservedMicros: number;
  readonly estimatedMicros: number;
  readonly run: number;
}

export const findBenchmark = async (db: Db, taskId: string): Promise<BenchmarkRecord | undefined> => {
  const row = await db.selectFrom("benchmark").selectAll().where("task_id", "=", taskId).executeTakeFirst();
  return (
    row && {
      taskId,
      samplesPerCell: row.samples_per_cell,
      seedPolicy: row.seed_policy as BenchmarkRecord["seedPolicy"],
      seeds: row.seeds.map(Number),
      attemptPolicy: row.attempt_policy as BenchmarkRecord["attemptPolicy"],
      concurrency: row.concurrency,
      currency: row.currency,
      budgetMicros: row.budget_micros === null ? null : Number(row.budget_micros),
      isBudgetHard: row.is_budget_hard,
      templateId: row.template_id,
      evaluation: row.evaluation as BenchmarkRecord["evaluation"],
      spentMicros: Number(row.spent_micros),
      reservedMicros: Number(row.reserved_micros),
      estimatedMicros: Number(row.estimated_micros),
      run: row.run,
    }
  );
};

export const insertBenchmark = async (tx: Tx, taskId: string, runId?: string): Promise<void> => {
  await tx
    .insertInto("benchmark")
    .values({ task_id: taskId, run_id: runId ?? null })
    .execute();
};

/** Copies the settings of a benchmark to another one, without its spend. */
export const copyBenchmark = async (tx: Tx, fromId: string, toId: string): Promise<void> => {
  await sql`
    insert into benchmark (task_id, samples_per_cell, seed_policy, seeds, attempt_policy, concurrency, currency,
      budget_micros, is_budget_hard, template_id, template_version, evaluation, run_id)
    select ${toId}, samples_per_cell, seed_policy, seeds, attempt_policy, concurrency, currency,
      budget_micros, is_budget_hard, template_id, template_version, evaluation, run_id
    from benchmark where task_id = ${fromId}`.execute(tx);
};

export interface BenchmarkChange {
  readonly samplesPerCell?: number | undefined;
  readonly seedPolicy?: BenchmarkRecord["seedPolicy"] | undefined;
  readonly seeds?: readonly number[] | undefined;
  readonly attemptPolicy?: BenchmarkRecord["attemptPolicy"] | undefined;
  readonly concurrency?: number | undefined;
  readonly currency?: string | undefined;
  /** Null removes the budget. */
  readonly budget?: { readonly limitMicros: number; readonly isHard: boolean } | null | undefined;
  readonly templateId?: string | null | undefined;
  readonly evaluation?: z.output<typeof evaluationPlan> | undefined;
}

export const changeBenchmark = async (tx: Tx, taskId: string, change: BenchmarkChange): Promise<void> => {
  const { budget } = change;
  await tx
    .updateTable("benchmark")
    .set({
      // Keeps the SET clause non-empty when nothing changes.
      task_id: taskId,
      samples_per_cell: change.samplesPerCell,
      seed_policy: change.seedPolicy,
      seeds: change.seeds?.map(BigInt),
      attempt_policy: change.attemptPolicy,
      concurrency: change.concurrency,
      currency: change.currency,
      template_id: change.templateId,
      evaluation: change.evaluation && JSON.stringify(change.evaluation),
      ...(budget !== undefined && {
        budget_micros: budget && BigInt(budget.limitMicros),
        is_budget_hard: budget?.isHard ?? false,
      }),
    })
    .where("task_id", "=", taskId)
    .execute();
};

/** Rows and columns are numbered without gaps. */
export const measureGrid = async (db: Db, taskId: string): Promise<GridSize> => {
  const { rows } = await sql<GridSize>`
    select coalesce((select max(index) + 1 from benchmark_row where task_id = ${taskId}), 0) as rows,
      coalesce((select max(index) + 1 from benchmark_column where task_id = ${taskId}), 0) as columns,
      samples_per_cell as samples
    from benchmark where task_id = ${taskId}`.execute(db);
  return rows[0] ?? { rows: 0, columns: 0, samples: 1 };
};

/** Returns the number of the next run of jobs. */
export const nextRun = async (tx: Tx, taskId: string): Promise<number> => {
  const { run } = await tx
    .updateTable("benchmark")
    .set((eb) => ({ run: eb("run", "+", 1) }))
    .where("task_id", "=", taskId)
    .returning("run")
    .executeTakeFirstOrThrow();
  return run;
};

/** Throttles refreshes: true for the first caller in `notWithinS` seconds; the others get the stored state. */
export const takeRefreshTurn = async (db: Db, taskId: string, at: Date, notWithinS: number): Promise<boolean> => {
  const row = await db
    .updateTable("benchmark")
    .set({ asked_after_at: at })
    .where("task_id", "=", taskId)
    .where("asked_after_at", "<=", new Date(at.getTime() - notWithinS * 1000))
    .returning("task_id")
    .executeTakeFirst();
  return row !== undefined;
};
