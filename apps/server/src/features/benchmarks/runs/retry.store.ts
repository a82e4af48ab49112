import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { CellPosition } from "../cells/cell.store.ts";
import { JOBS_PER_PARTITION } from "../cells/grid.rules.ts";

export interface Retry {
  readonly taskId: string;
  readonly run: number;
  readonly note: string;
  readonly requestedBy: string;
  readonly requestKey: string;
  readonly at: Date;
}

export interface CellToRetry {
  readonly cellId: string;
  /** A partition holds up to 500 jobs of one performer; numbered over all performers. */
  readonly partition: number;
}

export interface RetriedCell extends CellPosition {
  readonly attemptCount: number;
}

/** Lists failed or cancelled cells, of the whole task or among the given ones, in grid order. */
export const listCellsToRetry = async (
  tx: Tx,
  taskId: string,
  cellIds: readonly string[] | undefined,
): Promise<CellToRetry[]> => {
  const { rows } = await sql<CellToRetry>`
    with chosen as (
      select c.id, c.row_index, c.col_index, c.sample, col.performer_id,
        row_number() over (partition by col.performer_id order by c.row_index, c.col_index, c.sample) - 1 as place
      from benchmark_cell c join benchmark_column col on col.id = c.column_id
      where c.task_id = ${taskId} and c.status in ('Failed', 'Cancelled')
        and (${cellIds ?? null}::uuid[] is null or c.id = any(${cellIds ?? null}::uuid[]))
    )
    select id as "cellId",
      (dense_rank() over (order by performer_id, place / ${sql.lit(JOBS_PER_PARTITION)}) - 1)::int as partition
    from chosen order by row_index, col_index, sample`.execute(tx);
  return rows;
};

/** Inserts a new attempt for each cell with the inputs of the last one. Only the first carries the idempotency key. */
export const insertRetries = async (
  tx: Tx,
  { taskId, run, note, requestedBy, requestKey, at }: Retry,
  cells: readonly CellToRetry[],
  { isFirst, isToldEach }: { isFirst: boolean; isToldEach: boolean },
): Promise<RetriedCell[]> => {
  const { rows } = await sql<{ row: number; col: number; sample: number; attempt_count: number }>`
    with made as (
      insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason, note,
        requested_by, request_key, retry_of, run, partition, title, resolved_input, request_hash, seed_requested, status,
        estimate_micros, queued_at)
      select given.id, l.performer_id, l.performer_version, 'benchmark', ${taskId}, c.id, l.attempt_n + 1, 'regenerate',
        ${note}, ${requestedBy}::uuid, case when given.turn = 1 and ${isFirst}::boolean then ${requestKey}::uuid end, l.id,
        ${run}::int, given.partition, l.title, l.resolved_input, l.request_hash, l.seed_requested, 'Pending',
        l.estimate_micros, ${at}
      from unnest(${cells.map(() => newId())}::uuid[], ${cells.map(({ cellId }) => cellId)}::uuid[],
        ${cells.map(({ partition }) => partition)}::int[]) with ordinality as given (id, cell_id, partition, turn)
      join benchmark_cell c on c.id = given.cell_id
      join performer_task l on l.id = c.latest_attempt_id
      returning id, cell_id, attempt_n
    ), shown as (
      update benchmark_cell c set status = 'Queued', latest_attempt_id = made.id, attempt_count = made.attempt_n,
        updated_at = ${at}
      from made where c.id = made.cell_id
      returning c.row_index as row, c.col_index as col, c.sample, c.attempt_count
    )
    select * from shown where ${isToldEach}::boolean`.execute(tx);
  return rows.map(({ attempt_count, ...position }) => ({ ...position, attemptCount: attempt_count }));
};
