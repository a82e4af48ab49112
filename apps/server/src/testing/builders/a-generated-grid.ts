import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { aPricedPerformer } from "./a-priced-performer.ts";

export interface GeneratedGrid {
  readonly ownerId: string;
  readonly rows: number;
  readonly columns: number;
  readonly status?: "Generating" | "Finished";
}

/** One asset for all clips, whose content is never read. */
const insertAsset = async (tx: Tx, ownerId: string): Promise<{ id: string; sha256: Buffer }> => {
  const [id, sha256, at] = [newId(), randomBytes(32), new Date()];
  const common = { mime: "video/mp4", kind: "video", size_bytes: 1_000n, status: "Ready" };
  await tx
    .insertInto("asset")
    .values({ ...common, id, owner_id: ownerId, name: "clip.mp4", version: 1, created_at: at, updated_at: at })
    .execute();
  await tx
    .insertInto("asset_version")
    .values({
      ...common,
      asset_id: id,
      version: 1,
      sha256,
      bucket: "assets",
      object_key: `media/00/${id}`,
      created_at: at,
      created_by: "test",
    })
    .execute();
  return { id, sha256 };
};

const insertRowsAndColumns = async (tx: Tx, taskId: string, performerId: string, { rows, columns }: GeneratedGrid) => {
  await sql`insert into benchmark_row (id, task_id, index, label, inputs, category, weight)
    select gen_random_uuid(), ${taskId}, n, '', jsonb_build_object('prompt', 'prompt ' || n), '', 1
    from generate_series(0, ${rows - 1}::int) n`.execute(tx);
  await sql`insert into benchmark_column (id, task_id, index, label, performer_id, performer_version, params)
    select gen_random_uuid(), ${taskId}, n, 'column ' || n, ${performerId}, '1', '{}'
    from generate_series(0, ${columns - 1}::int) n`.execute(tx);
};

const ROWS_AT_ONCE = 2_000;

interface Made {
  readonly ownerId: string;
  readonly performerId: string;
  readonly asset: { readonly id: string; readonly sha256: Buffer };
}

/** One job per row, shared by its cells, which raters cannot see. */
const insertCalls = async (tx: Tx, taskId: string, { ownerId, performerId, asset }: Made): Promise<void> => {
  await sql`insert into performer_task (id, performer_id, performer_version, source, task_id, requested_by, resolved_input,
      request_hash, status, asset_id, output_sha256, queued_at, started_at, finished_at)
    select r.id, ${performerId}, '1', 'benchmark', ${taskId}, ${ownerId}, '{}', sha256(convert_to(r.id::text, 'UTF8')),
      'Succeeded', ${asset.id}, ${asset.sha256}, now(), now(), now()
    from benchmark_row r where r.task_id = ${taskId}`.execute(tx);
};

const insertCells = async (tx: Tx, taskId: string, fromRow: number): Promise<void> => {
  await sql`insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status,
      counted_attempt_id, latest_attempt_id, attempt_count, updated_at)
    select gen_random_uuid(), ${taskId}, r.id, c.id, r.index, c.index, 0, 'Succeeded', r.id, r.id, 1, now()
    from benchmark_row r join benchmark_column c on c.task_id = r.task_id
    where r.task_id = ${taskId} and r.index >= ${fromRow} and r.index < ${fromRow + ROWS_AT_ONCE}`.execute(tx);
};

/** A benchmark of any size whose cells all have a clip, nearly as generation would leave it. */
export const aGeneratedGrid = (db: Db, grid: GeneratedGrid): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { ownerId, status = "Generating" } = grid;
    const taskId = newId();
    const performer = await aPricedPerformer(tx);
    const asset = await insertAsset(tx, ownerId);
    await sql`insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
      values (${taskId}, 'Benchmark', 'A grid', '', ${status}, ${ownerId}, ${newId()}, now(), now())`.execute(tx);
    await sql`insert into benchmark (task_id) values (${taskId})`.execute(tx);
    await insertRowsAndColumns(tx, taskId, performer.id, grid);
    await insertCalls(tx, taskId, { ownerId, performerId: performer.id, asset });
    for (let from = 0; from < grid.rows; from += ROWS_AT_ONCE) await insertCells(tx, taskId, from);
    return taskId;
  });
