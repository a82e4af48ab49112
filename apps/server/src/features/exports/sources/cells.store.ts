import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface CellRecord {
  readonly id: string;
  readonly row: number;
  readonly col: number;
  readonly sample: number;
  readonly status: string;
  readonly attempts: number;
  readonly isStale: boolean;
  readonly excludedReason: string | null;
  readonly rowLabel: string;
  readonly category: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly columnLabel: string;
  readonly performer: string;
  readonly performerVersion: string;
  readonly seed: number | null;
  readonly costMicros: number | null;
  readonly costCurrency: string | null;
  readonly tookS: number | null;
  readonly probe: Readonly<Record<string, unknown>> | null;
  readonly assetId: string | null;
  readonly assetName: string | null;
  readonly mime: string | null;
  readonly sizeBytes: number | null;
  readonly objectKey: string | null;
  readonly posterKey: string | null;
  readonly sha256: string | null;
  readonly error: string | null;
}

/** Cells in grid order after the cursor, each with its counted attempt or else the newest. */
export const listCellRecords = async (
  db: Db,
  taskId: string,
  after: readonly [number, number, number] | undefined,
  limit: number,
): Promise<CellRecord[]> => {
  const [row, col, sample] = after ?? [-1, -1, -1];
  const { rows } = await sql<CellRecord>`
    select c.id, c.row_index as row, c.col_index as col, c.sample, c.status, c.attempt_count as attempts,
      c.is_stale as "isStale", c.excluded_reason as "excludedReason", r.label as "rowLabel", r.category, r.inputs,
      k.label as "columnLabel", p.name as performer, k.performer_version as "performerVersion",
      coalesce(t.seed_used, t.seed_requested)::float8 as seed, t.cost_micros::float8 as "costMicros",
      t.cost_currency as "costCurrency", extract(epoch from t.finished_at - t.started_at)::float8 as "tookS",
      coalesce(v.probe, t.probe) as probe, a.id as "assetId", a.name as "assetName", a.mime,
      a.size_bytes::float8 as "sizeBytes", v.object_key as "objectKey", v.poster_key as "posterKey",
      encode(t.output_sha256, 'hex') as sha256, t.error_message as error
    from benchmark_cell c
    join benchmark_row r on r.id = c.row_id
    join benchmark_column k on k.id = c.column_id
    join performer p on p.id = k.performer_id
    left join performer_task t on t.id = coalesce(c.counted_attempt_id, c.latest_attempt_id)
    left join asset a on a.id = t.asset_id and a.status = 'Ready'
    left join asset_version v on v.asset_id = a.id and v.version = a.version
    where c.task_id = ${taskId} and (c.row_index, c.col_index, c.sample) > (${row}, ${col}, ${sample})
    order by c.row_index, c.col_index, c.sample limit ${limit}`.execute(db);
  return rows;
};

export const countCells = async (db: Db, taskIds: readonly string[], isByPlace: boolean): Promise<number> => {
  const what = isByPlace ? sql`distinct (task_id, row_index, col_index)` : sql`*`;
  const { rows } = await sql<{ count: number }>`
    select count(${what})::float8 as count from benchmark_cell where task_id = any(${[...taskIds]}::uuid[])`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

export const sumClipBytes = async (db: Db, taskIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(a.size_bytes), 0)::float8 as bytes from benchmark_cell c
    join performer_task t on t.id = c.counted_attempt_id join asset a on a.id = t.asset_id
    where c.task_id = any(${[...taskIds]}::uuid[])`.execute(db);
  return rows[0]?.bytes ?? 0;
};

export interface InputKey {
  readonly key: string;
  /** JSON type names. */
  readonly kinds: readonly string[];
}

/** The input keys of these tasks, alphabetical with the prompt first. */
export const listInputKeys = async (db: Db, taskIds: readonly string[]): Promise<InputKey[]> => {
  const { rows } = await sql<InputKey>`
    select e.key, array_agg(distinct jsonb_typeof(e.value)) as kinds
    from benchmark_row r, jsonb_each(r.inputs) e where r.task_id = any(${[...taskIds]}::uuid[])
    group by e.key order by e.key <> 'prompt', e.key`.execute(db);
  return rows;
};

/** Every metric measured for a clip of these tasks. */
export const listMetricKeys = async (db: Db, taskIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select distinct m.metric_key as key from benchmark_cell c
    join performer_task t on t.id = c.counted_attempt_id
    join clip_metric m on m.sha256 = t.output_sha256
    where c.task_id = any(${[...taskIds]}::uuid[]) order by 1`.execute(db);
  return rows.map(({ key }) => key);
};

interface MetricValue {
  readonly sha256: string;
  readonly key: string;
  readonly value: number | null;
}

/** The newest value of each metric for these clips. */
export const listMetricValues = async (db: Db, hashes: readonly string[]): Promise<MetricValue[]> => {
  if (hashes.length === 0) return [];
  const { rows } = await sql<MetricValue>`
    select distinct on (m.sha256, m.metric_key) encode(m.sha256, 'hex') as sha256, m.metric_key as key, m.value
    from clip_metric m
    where m.sha256 in (select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h)
    order by m.sha256, m.metric_key, m.computed_at desc`.execute(db);
  return rows;
};
