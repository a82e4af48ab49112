import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createDatabase, type Db } from "../../apps/server/src/platform/database.ts";
import type { StoredClips } from "./stored-clips.ts";

interface Grid {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly ownerId: string;
  readonly performerName: string;
  readonly stored: StoredClips;
}

/** Small enough that none runs into the time one statement may take. */
const ROWS_AT_ONCE = 100;

/** A benchmark as months of generating would leave it: every cell with its attempt, its asset and a picture. */
export const insertManyCells = async (databaseUrl: string, grid: Grid): Promise<string> => {
  const { db, close } = createDatabase({ url: databaseUrl, poolSize: 1, applicationName: "dailies-e2e" });
  const taskId = randomUUID();
  await insertTask(db, taskId, grid);
  for (let first = 0; first < grid.rows; first += ROWS_AT_ONCE) {
    await insertCells(db, taskId, grid, { first, last: Math.min(grid.rows, first + ROWS_AT_ONCE) - 1 });
  }
  await close();
  return taskId;
};

const insertTask = async (db: Db, taskId: string, { name, rows, columns, ownerId, performerName }: Grid) => {
  const count = rows * columns;
  const none = { waiting: 0, queued: 0, running: 0, failed: 0, cancelled: 0, excluded: 0 };
  const progress = JSON.stringify({ ...none, total: count, succeeded: count });
  await sql`
    with task as (
      insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
      values (${taskId}::uuid, 'Benchmark', ${name}, '', 'Generating', ${ownerId}::uuid, gen_random_uuid(), now(), now())
      returning id
    ), benchmark as (
      insert into benchmark (task_id, progress, spent_micros) select id, ${progress}::jsonb, ${count * 20_000} from task
      returning task_id
    ), columns as (
      insert into benchmark_column (id, task_id, index, label, performer_id, performer_version, params, is_baseline)
      select gen_random_uuid(), b.task_id, n, 'Checkpoint ' || n + 1, p.id, p.version, '{}', n = 0
      from benchmark b, performer p, generate_series(0, ${columns - 1}::int) n
      where p.name = ${performerName} and p.deleted_at is null
    )
    insert into benchmark_row (id, task_id, index, label, inputs, category, weight)
    select gen_random_uuid(), b.task_id, n, '', jsonb_build_object('prompt',
        'Take ' || n + 1 || ': a red fox trots through deep powder snow, stops, tilts its head and dives nose first into the drift'),
      case when n % 3 = 0 then 'motion' else '' end, 1
    from benchmark b, generate_series(0, ${rows - 1}::int) n`.execute(db);
};

interface Rows {
  readonly first: number;
  readonly last: number;
}

const insertCells = async (db: Db, taskId: string, { ownerId, stored }: Grid, { first, last }: Rows) => {
  const clipKeys = stored.clips.map(({ key }) => key);
  const hashes = stored.clips.map(({ sha256 }) => sha256.toString("hex"));
  const sizes = stored.clips.map(({ sizeBytes }) => sizeBytes);
  const probe = { duration: 1, width: 320, height: 180, fps: 12, frames: 12, codec: "h264", audio: null, vfr: false };
  await sql`
    with fresh as (
      select gen_random_uuid() as cell_id, gen_random_uuid() as call_id, gen_random_uuid() as asset_id,
        r.id as row_id, r.index as row_index, r.inputs, c.id as column_id, c.index as col_index, c.performer_id,
        c.performer_version, (r.index * 31 + c.index) % ${clipKeys.length}::int + 1 as clip,
        (r.index * 31 + c.index * 7) % ${stored.posterKeys.length}::int + 1 as poster
      from benchmark_row r join benchmark_column c on c.task_id = r.task_id
      where r.task_id = ${taskId}::uuid and r.index between ${first}::int and ${last}::int
    ), assets as (
      insert into asset (id, owner_id, name, version, kind, mime, size_bytes, duration_s, status, origin, created_at, updated_at)
      select asset_id, ${ownerId}::uuid, 'take.mp4', 1, 'video', 'video/mp4', (${sizes}::bigint[])[clip], 1, 'Ready',
        'generated', now(), now() from fresh
    ), versions as (
      insert into asset_version (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, probe,
        poster_key, created_at, created_by)
      select asset_id, 1, 'Ready', 'video/mp4', 'video', (${sizes}::bigint[])[clip],
        decode((${hashes}::text[])[clip], 'hex'), ${stored.bucket}, (${clipKeys}::text[])[clip],
        ${JSON.stringify(probe)}::jsonb, (${[...stored.posterKeys]}::text[])[poster], now(), 'import' from fresh
    ), cells as (
      insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status,
        counted_attempt_id, latest_attempt_id, attempt_count, updated_at)
      select cell_id, ${taskId}::uuid, row_id, column_id, row_index, col_index, 0, 'Succeeded', call_id, call_id, 1, now()
      from fresh
    )
    insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason,
      requested_by, resolved_input, request_hash, seed_requested, seed_used, status, asset_id, output_sha256, cost_micros,
      cost_currency, cost_basis, queued_at, started_at, finished_at)
    select call_id, performer_id, performer_version, 'benchmark', ${taskId}::uuid, cell_id, 1, 'initial',
      ${ownerId}::uuid, inputs, sha256(call_id::text::bytea), row_index * 1000 + col_index, row_index * 1000 + col_index,
      'Succeeded', asset_id, decode((${hashes}::text[])[clip], 'hex'), 20000, 'USD', 'computed',
      now() - interval '1 hour', now() - interval '59 minutes', now() - interval '58 minutes'
    from fresh`.execute(db);
};
