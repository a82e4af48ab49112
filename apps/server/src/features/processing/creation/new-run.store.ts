import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import type { KeptQuery } from "../../datasets/index.ts";

/** Limits are counted under this lock, so that two requests cannot take the last place. */
export const lockCreation = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('processing', 0))`.execute(tx);
};

export const countUnfinished = async (tx: Tx, userId: string): Promise<{ own: number; all: number }> => {
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where created_by = ${userId})::int as own, count(*)::int as all
    from processing_run where status in ('Waiting', 'Running')`.execute(tx);
  return rows[0] ?? { own: 0, all: 0 };
};

export interface NewRun {
  readonly id: string;
  readonly name: string;
  readonly template: string;
  readonly parameters: object;
  readonly resources: object;
  readonly origin: {
    readonly datasetId: string;
    readonly version: number;
    readonly viewId: string;
    readonly query: KeptQuery;
    readonly orderBy: string;
  };
  readonly clusterId: string;
  readonly partItems: number;
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

export const insertRun = async (tx: Tx, { origin, ...run }: NewRun): Promise<void> => {
  await sql`
    insert into processing_run (id, name, template, parameters, resources, dataset_id, version, view_id, query, order_by,
      cluster_id, status, part_items, request_key, created_by, created_at)
    values (${run.id}, ${run.name}, ${run.template}, ${JSON.stringify(run.parameters)}::jsonb,
      ${JSON.stringify(run.resources)}::jsonb, ${origin.datasetId}, ${origin.version}, ${origin.viewId},
      ${JSON.stringify(origin.query)}::jsonb, ${origin.orderBy}, ${run.clusterId}, 'Waiting', ${run.partItems},
      ${run.requestKey}, ${run.createdBy}, ${run.at})`.execute(tx);
};

/** Opens a run that failed or was cancelled for its next attempt. Returns its number, or undefined when it is not over. */
export const reopenRun = async (tx: Tx, id: string): Promise<number | undefined> => {
  const { rows } = await sql<{ attempt: number }>`
    update processing_run set status = 'Waiting', phase = null, attempt = attempt + 1, fault = null, error = null,
      cancel_asked_at = null, cancel_asked_by = null, followed_at = null, silent_since = null, finished_at = null
    where id = ${id} and status in ('Failed', 'Cancelled') returning attempt`.execute(tx);
  return rows[0]?.attempt;
};

/** Ends a run that no worker has begun. Returns false when one has, or when it is over. */
export const cancelWaiting = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    with changed as (
      update processing_run set status = 'Cancelled', phase = null, finished_at = ${at}
      where id = ${id} and status = 'Waiting' returning id, attempt
    )
    update processing_attempt a set status = 'Cancelled', ended_at = ${at} from changed
    where a.run_id = changed.id and a.number = changed.attempt returning a.number`.execute(tx);
  return rows.length > 0;
};

/** Returns false when it is over already. */
export const noteCancelAsked = async (tx: Tx, id: string, at: Date, by: string): Promise<boolean> => {
  const { rows } = await sql`
    update processing_run set cancel_asked_at = coalesce(cancel_asked_at, ${at}),
      cancel_asked_by = coalesce(cancel_asked_by, ${by})
    where id = ${id} and status in ('Waiting', 'Running') returning id`.execute(tx);
  return rows.length > 0;
};
