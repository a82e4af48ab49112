import { type ExperimentJudging, type JudgedArm, judgedArm } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

interface JudgingRow {
  readonly taskId: string;
  readonly name: string;
  readonly entries: unknown;
  readonly attachedBy: string;
  readonly attachedAt: Date;
}

/** In the order in which they were attached. */
export const listJudgings = async (db: Db, experimentId: string): Promise<ExperimentJudging[]> => {
  const { rows } = await sql<JudgingRow>`
    select j.task_id as "taskId", j.name, j.entries, u.username as "attachedBy", j.attached_at as "attachedAt"
    from data_experiment_judging j join console_user u on u.id = j.attached_by
    where j.experiment_id = ${experimentId} order by j.attached_at, j.task_id`.execute(db);
  return rows.map(({ taskId, name, entries, attachedBy, attachedAt }) => ({
    task_id: taskId,
    name,
    arms: judgedArm.array().parse(entries),
    attached_by: attachedBy,
    attached_at: attachedAt.toISOString(),
  }));
};

export interface JudgingToAttach {
  readonly experimentId: string;
  readonly taskId: string;
  readonly name: string;
  readonly arms: readonly JudgedArm[];
  readonly userId: string;
  readonly at: Date;
}

/** Replaces what was counted before. */
export const upsertJudging = async (tx: Tx, judging: JudgingToAttach): Promise<void> => {
  const { experimentId, taskId, name, userId, at } = judging;
  const entries = JSON.stringify(judging.arms);
  await sql`
    insert into data_experiment_judging (experiment_id, task_id, name, entries, attached_by, attached_at)
    values (${experimentId}, ${taskId}, ${name}, ${entries}::jsonb, ${userId}, ${at})
    on conflict (experiment_id, task_id) do update set name = excluded.name, entries = excluded.entries,
      attached_by = excluded.attached_by, attached_at = excluded.attached_at`.execute(tx);
};

/** Returns whether it was attached. */
export const deleteJudging = async (tx: Tx, experimentId: string, taskId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom("data_experiment_judging")
    .where("experiment_id", "=", experimentId)
    .where("task_id", "=", taskId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
