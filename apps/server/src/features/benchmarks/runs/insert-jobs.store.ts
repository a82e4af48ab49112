import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { PlannedJob } from "../cells/plan-cells.rules.ts";

/** An earlier success of an identical request. */
export interface EarlierSuccess {
  readonly id: string;
  readonly hash: Buffer;
  readonly asset_id: string;
  readonly output_sha256: Buffer;
  readonly probe: unknown;
  readonly metrics: unknown;
  readonly warnings: unknown;
  readonly seed_used: bigint | null;
}

export interface NewJob extends PlannedJob {
  readonly partition: number;
  readonly earlier?: EarlierSuccess | undefined;
}

export interface JobBatch {
  readonly taskId: string;
  readonly run: number;
  readonly requestedBy: string;
  readonly currency: string;
  readonly at: Date;
  readonly calls: readonly NewJob[];
}

/** Counts the hashes with a reusable success. */
export const countReusable = async (db: Db, hashes: readonly Buffer[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${hashes.map(asHex)}::bytea[]) as wanted (hash)
    where exists (select from performer_task p where p.request_hash = wanted.hash and p.status = 'Succeeded')`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

const asHex = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/** The oldest success of each hash, keyed by hex. */
export const findEarlierSuccesses = async (tx: Tx, hashes: readonly Buffer[]): Promise<Map<string, EarlierSuccess>> => {
  const { rows } = await sql<EarlierSuccess>`
    select distinct on (p.request_hash) p.id, p.request_hash as hash, p.asset_id, p.output_sha256, p.probe, p.metrics,
      p.warnings, p.seed_used
    from unnest(${hashes.map(asHex)}::bytea[]) as wanted (hash)
    join performer_task p on p.request_hash = wanted.hash and p.status = 'Succeeded'
    join asset a on a.id = p.asset_id and a.status = 'Ready'
    order by p.request_hash, p.finished_at`.execute(tx);
  return new Map(rows.map((row) => [row.hash.toString("hex"), row]));
};

/** Inserts new cells with the first attempt of each. */
export const insertCellsWithJobs = async (tx: Tx, batch: JobBatch): Promise<string[]> => {
  const rows = batch.calls.map((call) => ({ ...call, cellId: newId(), jobId: newId() }));
  await insertBoth(tx, batch, rows);
  const reused = rows.filter(({ earlier }) => earlier !== undefined);
  if (reused.length > 0) await settleReused(tx, batch.currency, batch.at, reused);
  return rows.map(({ jobId }) => jobId);
};

type Rows = readonly (NewJob & { readonly cellId: string; readonly jobId: string })[];

/** Deduplicates values; `positions` maps each item to its value, starting at 1. */
const numberOnce = <T>(items: readonly T[]): { readonly once: readonly T[]; readonly positions: readonly number[] } => {
  const known = new Map<T, number>();
  const positions = items.map((item) => {
    const position = known.get(item) ?? known.size + 1;
    if (position > known.size) known.set(item, position);
    return position;
  });
  return { once: [...known.keys()], positions };
};

/** Rows and columns share titles and values, so each is sent once and joined in SQL. */
const insertBoth = async (tx: Tx, { taskId, run, requestedBy, at }: JobBatch, rows: Rows): Promise<void> => {
  const columns = [...new Map(rows.map((row) => [row.column.index, row])).values()];
  const values = numberOnce(rows.map(({ cell }) => cell.ofRow));
  const titles = numberOnce(rows.map(({ title }) => title));
  await sql`
    with given as materialized (
      select * from unnest(
        ${rows.map(({ cellId }) => cellId)}::uuid[], ${rows.map(({ jobId }) => jobId)}::uuid[],
        ${rows.map(({ row }) => row.id)}::uuid[], ${rows.map(({ row }) => row.index)}::int[],
        ${rows.map(({ column }) => column.index)}::int[], ${rows.map(({ sample }) => sample)}::smallint[],
        ${rows.map(({ earlier }) => earlier !== undefined)}::boolean[], ${rows.map(({ partition }) => partition)}::int[],
        ${values.positions}::int[], ${titles.positions}::int[], ${rows.map(({ hash }) => asHex(hash))}::bytea[],
        ${rows.map(({ seed }) => seed)}::bigint[], ${rows.map(({ estimateMicros }) => estimateMicros ?? 0)}::bigint[]
      ) as given (cell_id, call_id, row_id, row_index, col_index, sample, is_reused, partition, value_place, title_place,
        request_hash, seed, estimate)
    ), of_column as (
      select * from unnest(
        ${columns.map(({ column }) => column.index)}::int[], ${columns.map(({ column }) => column.id)}::uuid[],
        ${columns.map(({ column }) => column.performerId)}::uuid[],
        ${columns.map(({ column }) => column.performerVersion)}::text[],
        ${columns.map(({ cell }) => JSON.stringify(cell.ofColumn))}::jsonb[],
        ${columns.map(({ seedKey }) => seedKey ?? "")}::text[]
      ) as of_column (index, column_id, performer_id, performer_version, values, seed_key)
    ), made as (
      insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status, latest_attempt_id,
        counted_attempt_id, attempt_count, updated_at)
      select cell_id, ${taskId}, row_id, column_id, row_index, col_index, sample,
        case when is_reused then 'Succeeded' else 'Queued' end, call_id, case when is_reused then call_id end, 1, ${at}
      from given join of_column on of_column.index = given.col_index
    )
    insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason,
      requested_by, run, partition, title, resolved_input, request_hash, seed_requested, status, estimate_micros, queued_at)
    select call_id, performer_id, performer_version, 'benchmark', ${taskId}, cell_id, 1, 'initial', ${requestedBy}, ${run},
      partition, title, (of_column.values || of_row.values) - seed_key, request_hash, seed, 'Pending', estimate, ${at}
    from given join of_column on of_column.index = given.col_index
    join unnest(${values.once.map((value) => JSON.stringify(value))}::jsonb[]) with ordinality as of_row (values, place)
      on of_row.place = given.value_place
    join unnest(${titles.once}::text[]) with ordinality as known_title (title, place)
      on known_title.place = given.title_place`.execute(tx);
};

/** Completes reused jobs as free successes that reference the earlier clip. */
const settleReused = async (tx: Tx, currency: string, at: Date, rows: Rows): Promise<void> => {
  await sql`
    update performer_task c set status = 'Succeeded', reason = 'reuse', is_reused = true, run = null, partition = null,
      asset_id = e.asset_id, output_sha256 = e.output_sha256, probe = e.probe, metrics = e.metrics,
      warnings = e.warnings, seed_used = e.seed_used, cost_micros = 0, cost_currency = ${currency},
      cost_basis = 'computed', started_at = ${at}, finished_at = ${at}, progress = 1
    from unnest(${rows.map(({ jobId }) => jobId)}::uuid[], ${rows.map(({ earlier }) => earlier?.id)}::uuid[])
      as given (id, earlier_id)
    join performer_task e on e.id = given.earlier_id
    where c.id = given.id`.execute(tx);
};
