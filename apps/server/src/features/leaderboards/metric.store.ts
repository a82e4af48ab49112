import { findMetric } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { isOnBoard } from "./inputs/counted-judgements.store.ts";

export interface MeasuredCell {
  readonly metricKey: string;
  readonly version: string;
  readonly prompt: number;
  readonly entry: number;
  readonly value: number;
}

/** Hides figures of outdated metric versions; a judge has its own versions. */
export const isOfToday = ({ metricKey, version }: Pick<MeasuredCell, "metricKey" | "version">): boolean =>
  (findMetric(metricKey)?.version ?? version) === version;

/** The mean of the clips per prompt and column. */
export const listMeasuredCells = async (
  db: Db,
  taskId: string,
  prompts: readonly number[],
): Promise<MeasuredCell[]> => {
  const { rows } = await sql<MeasuredCell>`
    select metric_key as "metricKey", metric_version as version, prompt, entry, avg(value)::float8 as value
    from evaluation_clip_metric
    where task_id = ${taskId} and is_current and prompt = any(${[...prompts]}::int[]) and value is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows.filter(isOfToday);
};

export interface HumanCell {
  readonly prompt: number;
  readonly entry: number;
  readonly score: number;
}

const WON = sql`case coalesce(outcome, (array['b', 'tie', 'a'])[sign(strength) + 2])
  when 'a' then 1.0 when 'b' then 0.0 when 'tie' then 0.5 when 'both_bad' then 0.5 end`;

const readCells = async (db: Db, scores: RawBuilder<unknown>): Promise<HumanCell[]> => {
  const { rows } = await sql<HumanCell>`
    select prompt, entry, avg(score)::float8 as score from (${scores}) said
    where score is not null group by prompt, entry order by prompt, entry`.execute(db);
  return rows;
};

/** Human judgements of a column at a prompt: the share of pairs it won, a tie counts half. */
export const listWonShares = (db: Db, taskId: string, prompts: readonly number[]): Promise<HumanCell[]> => {
  const votes = sql`select prompt, a, b, ${WON} as won from judgement
    where task_id = ${taskId} and prompt = any(${[...prompts]}::int[]) and ${isOnBoard(taskId)} and kind = 'pairwise'`;
  return readCells(
    db,
    sql`select prompt, a as entry, won as score from (${votes}) v union all
      select prompt, b, 1 - won from (${votes}) w`,
  );
};

/** Human ratings of a column at a prompt: the mean; yes counts as one. */
export const listMeanAnswers = (
  db: Db,
  taskId: string,
  prompts: readonly number[],
  key: string,
): Promise<HumanCell[]> =>
  readCells(
    db,
    sql`select prompt, a as entry, case jsonb_typeof(answers -> ${key})
        when 'number' then (answers ->> ${key})::float8 when 'boolean' then (answers ->> ${key})::boolean::int::float8 end as score
      from judgement
      where task_id = ${taskId} and prompt = any(${[...prompts]}::int[]) and ${isOnBoard(taskId)} and kind = 'rating'`,
  );

export interface KeptMetrics<T> {
  readonly inputsRevision: bigint;
  readonly metrics: T;
}

export const findKeptMetrics = async <T>(db: Db, taskId: string): Promise<KeptMetrics<T> | undefined> => {
  const { rows } = await sql<KeptMetrics<T>>`
    select inputs_revision as "inputsRevision", metrics from board_metrics where task_id = ${taskId}`.execute(db);
  return rows[0];
};

export const storeMetrics = async (
  db: Db,
  taskId: string,
  { inputsRevision, metrics }: KeptMetrics<unknown>,
  at: Date,
): Promise<void> => {
  await sql`
    insert into board_metrics (task_id, inputs_revision, metrics, computed_at)
    values (${taskId}, ${inputsRevision}, ${JSON.stringify(metrics)}, ${at})
    on conflict (task_id) do update
      set inputs_revision = excluded.inputs_revision, metrics = excluded.metrics, computed_at = excluded.computed_at
      where board_metrics.inputs_revision <= excluded.inputs_revision`.execute(db);
};

export const countEntries = async (db: Db, taskId: string): Promise<number> => {
  const { entries } = await db
    .selectFrom("evaluation_entry")
    .select((eb) => eb.fn.countAll<bigint>().as("entries"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  return Number(entries);
};
