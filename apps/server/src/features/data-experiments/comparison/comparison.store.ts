import { type ArmComparison, ERROR_STATUS } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";

type Result = NonNullable<ArmComparison["result"]>;

export const listComparisons = async (db: Db, experimentId: string): Promise<ArmComparison[]> => {
  const { rows } = await sql<ArmComparison>`
    select position, status, error, result from data_experiment_comparison
    where experiment_id = ${experimentId} order by position`.execute(db);
  return rows;
};

export const countUnfinishedComparisons = async (tx: Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from data_experiment_comparison
    where created_by = ${userId} and status in ('Waiting', 'Running')`.execute(tx);
  return rows[0]?.n ?? 0;
};

export interface NewComparison {
  readonly id: string;
  readonly experimentId: string;
  readonly position: number;
  readonly createdBy: string;
  readonly at: Date;
}

export const insertComparisons = async (tx: Tx, comparisons: readonly NewComparison[]): Promise<void> => {
  await tx
    .insertInto("data_experiment_comparison")
    .values(
      comparisons.map((each) => ({
        id: each.id,
        experiment_id: each.experimentId,
        position: each.position,
        status: "Waiting",
        created_by: each.createdBy,
        created_at: each.at,
      })),
    )
    .execute();
};

/** Returns the arms whose comparison failed. */
export const deleteFailedComparisons = async (tx: Tx, experimentId: string): Promise<number[]> => {
  const { rows } = await sql<{ position: number }>`
    delete from data_experiment_comparison where experiment_id = ${experimentId} and status = 'Failed'
    returning position`.execute(tx);
  return rows.map(({ position }) => position).toSorted((a, b) => a - b);
};

export interface BegunComparison {
  readonly experimentId: string;
  readonly position: number;
}

/** Undefined when it is over. */
export const beginComparison = async (db: Db, id: string): Promise<BegunComparison | undefined> => {
  const { rows } = await sql<BegunComparison>`
    update data_experiment_comparison set status = 'Running' where id = ${id} and status in ('Waiting', 'Running')
    returning experiment_id as "experimentId", position`.execute(db);
  return rows[0];
};

export const finishComparison = async (
  db: Db,
  id: string,
  { result, at }: { readonly result: Result; readonly at: Date },
): Promise<void> => {
  await sql`
    update data_experiment_comparison
    set status = 'Finished', result = ${JSON.stringify(result)}::jsonb, finished_at = ${at}
    where id = ${id} and status = 'Running'`.execute(db);
};

const UNEXPECTED = "comparing stopped at an unexpected fault; compare again";

/** Faults that people can understand are kept in their words. */
export const failComparison = async (db: Db, id: string, { code, message }: ActivityFault, at: Date): Promise<void> => {
  const error = (Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED).slice(0, 500);
  await sql`
    update data_experiment_comparison set status = 'Failed', error = ${error}, finished_at = ${at}
    where id = ${id} and status in ('Waiting', 'Running')`.execute(db);
};
