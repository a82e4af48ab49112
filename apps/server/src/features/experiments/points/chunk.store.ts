import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import { type Chunk, FULL_TIER, MERGED_CHUNKS } from "./chunk.rules.ts";
import type { Summary } from "./summary.ts";

/** A chunk with its place: the metric of the run, and its number within the metric. */
export interface PlacedChunk extends Chunk {
  readonly metric: number;
  readonly number: number;
}

const INSERT = `insert into experiment_chunk (run_id, metric, number, tier, first_step, last_step, points, nan_points,
    infinite_points, min_value, max_value, sum_value, last_value, last_at, summaries, payload)
  select $1, c.metric, c.number, c.tier, c.first_step, c.last_step, c.points, c.nan, c.infinite, c.min, c.max, c.sum, c.last,
    to_timestamp(c.last_at / 1000.0), case when c.summary_bytes > 0 then substring($2::bytea from c.at + 1 for c.summary_bytes) end,
    substring($2::bytea from c.at + c.summary_bytes + 1 for c.payload_bytes)
  from unnest($3::smallint[], $4::integer[], $5::smallint[], $6::bigint[], $7::bigint[], $8::integer[], $9::integer[],
    $10::integer[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::float8[], $16::integer[], $17::integer[],
    $18::integer[]) as c (metric, number, tier, first_step, last_step, points, nan, infinite, min, max, sum, last, last_at,
    at, summary_bytes, payload_bytes)`;

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** One statement: all bytes are one parameter, from which each row takes its part. */
export const insertChunks = async (tx: Tx, runId: string, chunks: readonly PlacedChunk[]): Promise<void> => {
  if (chunks.length === 0) return;
  const parts = chunks.map(({ summaries, payload }) => (summaries ? Buffer.concat([summaries, payload]) : payload));
  let end = 0;
  const starts = parts.map(({ length }) => {
    end += length;
    return end - length;
  });
  const of = <T>(read: (summary: Summary) => T): T[] => chunks.map(({ summary }) => read(summary));
  await executePrepared(tx, INSERT, [
    runId,
    Buffer.concat(parts),
    chunks.map(({ metric }) => metric),
    chunks.map(({ number }) => number),
    chunks.map(({ tier }) => tier),
    of(({ firstStep }) => firstStep),
    of(({ lastStep }) => lastStep),
    of(({ points }) => points),
    of(({ nan }) => nan),
    of(({ infinite }) => infinite),
    of(({ min }) => orNull(min)),
    of(({ max }) => orNull(max)),
    of(({ sum }) => sum),
    of(({ last }) => last),
    of(({ lastAtMs }) => lastAtMs),
    starts,
    chunks.map(({ summaries }) => summaries?.length ?? 0),
    chunks.map(({ payload }) => payload.length),
  ]);
};

export interface StoredChunk {
  readonly metric: number;
  readonly number: number;
  readonly tier: number;
  readonly payload: Buffer;
}

/** The chunks of these metrics in each tier that is due to be merged, in the order of their arrival. */
export const listChunksToMerge = async (tx: Tx, runId: string, metrics: readonly number[]): Promise<StoredChunk[]> => {
  const { rows } = await sql<StoredChunk>`
    select c.metric, c.number, c.tier, c.payload from experiment_chunk c
    join (select metric, tier from experiment_chunk
      where run_id = ${runId} and metric = any(${[...metrics]}::smallint[]) and tier < ${sql.lit(FULL_TIER)}
      group by metric, tier having count(*) >= ${sql.lit(MERGED_CHUNKS)}) due using (metric, tier)
    where c.run_id = ${runId} and c.metric = any(${[...metrics]}::smallint[]) and c.tier < ${sql.lit(FULL_TIER)}
    order by c.metric, c.tier, c.number`.execute(tx);
  return rows;
};

export const deleteChunks = async (
  tx: Tx,
  runId: string,
  chunks: readonly Pick<StoredChunk, "metric" | "number">[],
): Promise<void> => {
  await sql`
    delete from experiment_chunk c using unnest(${chunks.map(({ metric }) => metric)}::smallint[],
      ${chunks.map(({ number }) => number)}::integer[]) as gone (metric, number)
    where c.run_id = ${runId} and c.metric = gone.metric and c.number = gone.number`.execute(tx);
};

/** A metric of a run whose points are read. */
export interface MetricOfRun {
  readonly runId: string;
  readonly metric: number;
}

export interface StepRange {
  readonly fromStep: number;
  readonly toStep: number;
}

const wanted = (metrics: readonly MetricOfRun[]) => sql`
  unnest(${metrics.map(({ runId }) => runId)}::uuid[], ${metrics.map(({ metric }) => metric)}::smallint[])
    as w (run_id, metric)
  join experiment_chunk c on c.run_id = w.run_id and c.metric = w.metric`;
const inRange = ({ fromStep, toStep }: StepRange) =>
  sql`c.first_step <= ${toStep}::bigint and c.last_step >= ${fromStep}::bigint`;

export interface ChunkCount {
  readonly run_id: string;
  readonly chunks: number;
  readonly points: number;
}

export const countChunks = async (db: Db, metrics: readonly MetricOfRun[], range: StepRange): Promise<ChunkCount[]> => {
  const { rows } = await sql<ChunkCount>`
    select c.run_id, count(*)::int as chunks, sum(c.points)::float8 as points
    from ${wanted(metrics)} where ${inRange(range)} group by c.run_id`.execute(db);
  return rows;
};

interface SummaryRow {
  readonly run_id: string;
  readonly first_step: number;
  readonly last_step: number;
  readonly points: number;
  readonly nan: number;
  readonly infinite: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly sum: number;
  readonly last: number;
  readonly last_at: number;
}

const toSummary = (row: SummaryRow): Summary => ({
  firstStep: row.first_step,
  lastStep: row.last_step,
  points: row.points,
  nan: row.nan,
  infinite: row.infinite,
  min: row.min ?? Number.POSITIVE_INFINITY,
  max: row.max ?? Number.NEGATIVE_INFINITY,
  sum: row.sum,
  last: row.last,
  lastAtMs: row.last_at,
});

/** Joins neighbouring chunks into at most `buckets` buckets for each run, without reading a point. */
export const listChunkBuckets = async (
  db: Db,
  metrics: readonly MetricOfRun[],
  range: StepRange,
  buckets: number,
): Promise<Map<string, Summary[]>> => {
  const { rows } = await sql<SummaryRow>`
    with found as (
      select c.*, (row_number() over (partition by c.run_id order by c.first_step, c.number) - 1) * ${buckets}::bigint
        / greatest(count(*) over (partition by c.run_id), ${buckets}::bigint) as bucket
      from (select c.run_id, c.number, c.first_step, c.last_step, c.points, c.nan_points, c.infinite_points, c.min_value,
          c.max_value, c.sum_value, c.last_value, c.last_at
        from ${wanted(metrics)} where ${inRange(range)}) c
    )
    select run_id, min(first_step)::float8 as first_step, max(last_step)::float8 as last_step,
      sum(points)::float8 as points, sum(nan_points)::float8 as nan, sum(infinite_points)::float8 as infinite,
      min(min_value) as min, max(max_value) as max, sum(sum_value) as sum,
      (array_agg(last_value order by last_step desc, number desc))[1] as last,
      (array_agg(extract(epoch from last_at) * 1000 order by last_step desc, number desc))[1]::float8 as last_at
    from found group by run_id, bucket order by run_id, bucket`.execute(db);
  const found = new Map<string, Summary[]>();
  for (const row of rows) {
    const before = found.get(row.run_id);
    if (before) before.push(toSummary(row));
    else found.set(row.run_id, [toSummary(row)]);
  }
  return found;
};

export interface SummarisedChunk {
  readonly runId: string;
  readonly summary: Summary;
  readonly summaries: Buffer | null;
}

export const listSummarisedChunks = async (
  db: Db,
  metrics: readonly MetricOfRun[],
  range: StepRange,
): Promise<SummarisedChunk[]> => {
  const { rows } = await sql<SummaryRow & { readonly summaries: Buffer | null }>`
    select c.run_id, c.first_step::float8, c.last_step::float8, c.points, c.nan_points as nan,
      c.infinite_points as infinite, c.min_value as min, c.max_value as max, c.sum_value as sum, c.last_value as last,
      (extract(epoch from c.last_at) * 1000)::float8 as last_at, c.summaries
    from ${wanted(metrics)} where ${inRange(range)} order by c.run_id, c.first_step, c.number`.execute(db);
  return rows.map((row) => ({ runId: row.run_id, summary: toSummary(row), summaries: row.summaries }));
};

/** In the order of their arrival. */
export const listPayloads = async (
  db: Db,
  metrics: readonly MetricOfRun[],
  range: StepRange,
): Promise<{ readonly run_id: string; readonly payload: Buffer }[]> => {
  const { rows } = await sql<{ run_id: string; payload: Buffer }>`
    select c.run_id, c.payload from ${wanted(metrics)} where ${inRange(range)} order by c.run_id, c.number`.execute(db);
  return rows;
};
