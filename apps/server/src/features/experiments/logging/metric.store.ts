import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import type { MetricOfRun } from "../points/chunk.store.ts";
import type { Summary } from "../points/summary.ts";

/** What a batch adds to a metric. */
export interface LoggedMetric {
  readonly number: number;
  readonly key: string;
  readonly summary: Summary;
}

export interface KnownMetric {
  readonly number: number;
  readonly key: string;
}

export const listKnownMetrics = (tx: Tx, runId: string, keys: readonly string[]): Promise<KnownMetric[]> =>
  tx
    .selectFrom("experiment_metric")
    .select(["number", "key"])
    .where("run_id", "=", runId)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute();

const UPSERT = `insert into experiment_metric as m (run_id, number, key, batches, points, nan_points, infinite_points, min_value,
    max_value, first_step, last_step, last_value, last_at)
  select $1, c.number, c.key, 1, c.points, c.nan, c.infinite, c.min, c.max, c.first_step, c.last_step, c.last,
    to_timestamp(c.last_at / 1000.0)
  from unnest($2::smallint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::float8[], $8::float8[], $9::bigint[],
    $10::bigint[], $11::float8[], $12::float8[])
    as c (number, key, points, nan, infinite, min, max, first_step, last_step, last, last_at)
  on conflict (run_id, number) do update set
    batches = m.batches + 1,
    points = m.points + excluded.points,
    nan_points = m.nan_points + excluded.nan_points,
    infinite_points = m.infinite_points + excluded.infinite_points,
    min_value = least(m.min_value, excluded.min_value),
    max_value = greatest(m.max_value, excluded.max_value),
    first_step = least(m.first_step, excluded.first_step),
    last_step = greatest(m.last_step, excluded.last_step),
    last_value = case when excluded.last_step >= m.last_step then excluded.last_value else m.last_value end,
    last_at = case when excluded.last_step >= m.last_step then excluded.last_at else m.last_at end
  returning m.number, m.batches`;

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Adds to the metrics of a run. Returns how many batches each has had. */
export const upsertMetrics = async (
  tx: Tx,
  runId: string,
  metrics: readonly LoggedMetric[],
): Promise<{ readonly number: number; readonly batches: number }[]> => {
  const of = <T>(read: (summary: Summary) => T): T[] => metrics.map(({ summary }) => read(summary));
  const { rows } = await executePrepared<{ number: number; batches: number }>(tx, UPSERT, [
    runId,
    metrics.map(({ number }) => number),
    metrics.map(({ key }) => key),
    of(({ points }) => points),
    of(({ nan }) => nan),
    of(({ infinite }) => infinite),
    of(({ min }) => orNull(min)),
    of(({ max }) => orNull(max)),
    of(({ firstStep }) => firstStep),
    of(({ lastStep }) => lastStep),
    of(({ last }) => last),
    of(({ lastAtMs }) => lastAtMs),
  ]);
  return rows;
};

/** The metric of this name in each run that has it. */
export const listMetricNumbers = async (db: Db, runIds: readonly string[], key: string): Promise<MetricOfRun[]> => {
  const { rows } = await sql<{ run_id: string; number: number }>`
    select run_id, number from experiment_metric where run_id = any(${[...runIds]}::uuid[]) and key = ${key}`.execute(
    db,
  );
  return rows.map((row) => ({ runId: row.run_id, metric: row.number }));
};

export interface MetricRow {
  readonly run_id: string;
  readonly key: string;
  readonly points: number;
  readonly nan_points: number;
  readonly infinite_points: number;
  readonly min_value: number | null;
  readonly max_value: number | null;
  readonly first_step: number;
  readonly last_step: number;
  readonly last_value: number;
  readonly last_at: Date;
}

/** The metrics of runs, all of them or those of these names. */
export const listMetrics = async (
  db: Db,
  runIds: readonly string[],
  keys: readonly string[] | undefined,
): Promise<MetricRow[]> => {
  if (runIds.length === 0 || keys?.length === 0) return [];
  const named = keys ? sql`and key = any(${[...keys]}::text[])` : sql``;
  const { rows } = await sql<MetricRow>`
    select run_id, key, points::float8, nan_points::float8, infinite_points::float8, min_value, max_value,
      first_step::float8, last_step::float8, last_value, last_at
    from experiment_metric where run_id = any(${[...runIds]}::uuid[]) ${named} order by run_id, key`.execute(db);
  return rows;
};
