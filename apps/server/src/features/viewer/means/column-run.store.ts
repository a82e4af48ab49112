import { type ColumnRun, MEAN_STATES } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ShardMean } from "./measure-shard.ts";

/** The bytes that means belong to. */
export interface MeasuredSet {
  readonly profileId: string;
  readonly uri: string;
  readonly indexTag: string;
}

export interface ColumnRunRecord extends MeasuredSet {
  readonly id: string;
  readonly column: string;
  readonly samplesPerShard: number;
  readonly status: ColumnRun["status"];
  readonly shardsDone: number;
  readonly shardsTotal: number;
  readonly error: string | null;
  readonly finishedAt: Date | null;
}

const SELECTED = sql`
  select id, uri, profile_id as "profileId", index_tag as "indexTag", column_name as "column",
    samples_per_shard as "samplesPerShard", status, shards_done as "shardsDone", shards_total as "shardsTotal", error,
    finished_at as "finishedAt"
  from viewer_column_run`;

export const findColumnRunById = async (db: Db, id: string): Promise<ColumnRunRecord | undefined> => {
  const { rows } = await sql<ColumnRunRecord>`${SELECTED} where id = ${id}`.execute(db);
  return rows[0];
};

/** The newest run of a column; a failed one only while there is no other. */
export const findColumnRun = async (
  db: Db,
  { profileId, uri, indexTag }: MeasuredSet,
  column: string,
): Promise<ColumnRunRecord | undefined> => {
  const { rows } = await sql<ColumnRunRecord>`
    ${SELECTED}
    where profile_id = ${profileId} and md5(uri) = md5(${uri}) and uri = ${uri} and index_tag = ${indexTag}
      and column_name = ${column}
    order by status = 'Failed', started_at desc limit 1`.execute(db);
  return rows[0];
};

/** Locks the starts of a user, so that two at the same time do not both pass the limit. */
export const countMeasuring = async (tx: Tx, userId: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('viewer column runs ' || ${userId}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from viewer_column_run where started_by = ${userId} and finished_at is null`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
};

export interface NewColumnRun extends MeasuredSet {
  readonly id: string;
  readonly column: string;
  readonly samplesPerShard: number;
  readonly shardsTotal: number;
  readonly startedBy: string;
  readonly at: Date;
}

/** False when another request has started the same run. */
export const insertColumnRun = async (tx: Tx, run: NewColumnRun): Promise<boolean> => {
  const { rows } = await sql`
    insert into viewer_column_run (id, uri, profile_id, index_tag, column_name, samples_per_shard, status, shards_total,
      started_by, started_at)
    values (${run.id}, ${run.uri}, ${run.profileId}, ${run.indexTag}, ${run.column}, ${run.samplesPerShard}, 'Waiting',
      ${run.shardsTotal}, ${run.startedBy}, ${run.at})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
};

const KEPT_RUNS = 20;

/** Deletes what no map shows any more: failed runs, means of an older index, and the oldest ones beyond twenty. */
export const forgetOldRuns = async (tx: Tx, { profileId, uri, indexTag }: MeasuredSet): Promise<void> => {
  const ended = sql`profile_id = ${profileId} and md5(uri) = md5(${uri}) and uri = ${uri} and finished_at is not null`;
  await sql`
    delete from viewer_column_run where ${ended} and (
      status = 'Failed' or index_tag <> ${indexTag}
      or id in (select id from viewer_column_run where ${ended} order by started_at desc offset ${KEPT_RUNS})
    )`.execute(tx);
};

export const listMeasuredShards = async (db: Db, runId: string): Promise<number[]> => {
  const rows = await db.selectFrom("viewer_column_mean").select("shard").where("run_id", "=", runId).execute();
  return rows.map(({ shard }) => shard);
};

/** Idempotent: a shard counts once. */
export const noteMean = async (db: Db, runId: string, shard: number, { state, mean }: ShardMean): Promise<void> => {
  await sql`
    with noted as (
      insert into viewer_column_mean (run_id, shard, state, mean) values (${runId}, ${shard}, ${state}, ${mean})
      on conflict do nothing returning shard
    )
    update viewer_column_run set status = case when status = 'Waiting' then 'Running' else status end,
      shards_done = shards_done + (select count(*) from noted)
    where id = ${runId}`.execute(db);
};

/** Unless it has already ended. */
export const endColumnRun = async (
  db: Db,
  id: string,
  end: { readonly status: "Finished" | "Failed"; readonly error?: string; readonly at: Date },
): Promise<void> => {
  await db
    .updateTable("viewer_column_run")
    .set({ status: end.status, error: end.error?.slice(0, 500) ?? null, finished_at: end.at })
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .execute();
};

export interface ShardMeans {
  readonly means: (number | null)[];
  readonly states: number[];
}

/** The means of shards `[offset, offset + count)`, as columns. */
export const listMeans = async (
  db: Db,
  runId: string,
  { offset, count }: { readonly offset: number; readonly count: number },
): Promise<ShardMeans> => {
  const rows = await db
    .selectFrom("viewer_column_mean")
    .select(["shard", "state", "mean"])
    .where("run_id", "=", runId)
    .where("shard", ">=", offset)
    .where("shard", "<", offset + count)
    .execute();
  const means = new Array<number | null>(count).fill(null);
  const states = new Array<number>(count).fill(0);
  for (const { shard, state, mean } of rows) {
    means[shard - offset] = mean;
    states[shard - offset] = MEAN_STATES.indexOf(state as (typeof MEAN_STATES)[number]);
  }
  return { means, states };
};
