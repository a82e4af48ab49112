import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type KeptQuery, keptQuery } from "../../datasets/index.ts";

export interface ArmRow {
  readonly position: number;
  readonly name: string;
  readonly packageId: string | null;
  readonly viewId: string | null;
  /** Null when it was deleted since. */
  readonly sourceName: string | null;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly version: number;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly samples: number;
  readonly durationS: number | null;
  readonly uri: string | null;
  readonly format: string | null;
}

export const listArms = async (db: Db, experimentId: string): Promise<ArmRow[]> => {
  const { rows } = await sql<ArmRow>`
    select a.position, a.name, a.package_id as "packageId", a.view_id as "viewId",
      case when a.package_id is not null then case when p.status <> 'Deleted' then p.name || '@' || p.number end
        when w.deleted_at is null then w.name end as "sourceName",
      a.dataset_id as "datasetId", d.name as "datasetName", a.version, a.query, a.order_by as "orderBy",
      coalesce(case when a.package_id is null then w.items else p.samples_done end, 0)::float8 as samples,
      p.duration_s as "durationS", case when p.status = 'Ready' then p.uri end as uri, p.format
    from data_experiment_arm a join dataset d on d.id = a.dataset_id
      left join package p on p.id = a.package_id left join dataset_view w on w.id = a.view_id
    where a.experiment_id = ${experimentId} order by a.position`.execute(db);
  return rows.map((row) => ({ ...row, query: keptQuery.parse(row.query) }));
};

export interface NewArm {
  readonly name: string;
  readonly packageId: string | null;
  readonly viewId: string | null;
  readonly datasetId: string;
  readonly version: number;
  readonly query: KeptQuery;
  readonly orderBy: string;
}

export const insertArms = async (tx: Tx, experimentId: string, arms: readonly NewArm[]): Promise<void> => {
  await tx
    .insertInto("data_experiment_arm")
    .values(
      arms.map((arm, at) => ({
        experiment_id: experimentId,
        position: at + 1,
        name: arm.name,
        package_id: arm.packageId,
        view_id: arm.viewId,
        dataset_id: arm.datasetId,
        version: arm.version,
        query: JSON.stringify(arm.query),
        order_by: arm.orderBy,
      })),
    )
    .execute();
};

export interface AttachedRun {
  readonly runId: string;
  readonly position: number;
}

/** In the order in which they were attached. */
export const listAttachedRuns = async (db: Db, experimentId: string): Promise<AttachedRun[]> => {
  const { rows } = await sql<AttachedRun>`
    select run_id as "runId", position from data_experiment_run
    where experiment_id = ${experimentId} order by position, attached_at, run_id`.execute(db);
  return rows;
};

export interface RunsToAttach {
  readonly experimentId: string;
  readonly position: number;
  readonly runIds: readonly string[];
  readonly userId: string;
  readonly at: Date;
}

export const insertAttachedRuns = async (tx: Tx, runs: RunsToAttach): Promise<void> => {
  await tx
    .insertInto("data_experiment_run")
    .values(
      runs.runIds.map((runId) => ({
        experiment_id: runs.experimentId,
        run_id: runId,
        position: runs.position,
        attached_by: runs.userId,
        attached_at: runs.at,
      })),
    )
    .execute();
};

/** Returns whether it was attached. */
export const deleteAttachedRun = async (tx: Tx, experimentId: string, runId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom("data_experiment_run")
    .where("experiment_id", "=", experimentId)
    .where("run_id", "=", runId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
