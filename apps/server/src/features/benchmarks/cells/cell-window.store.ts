import type { CellStatus, DeliveryWarning } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { CellPosition } from "./cell.store.ts";

/** A cell with its counted attempt and the state of its newest one. */
export interface ShownCell extends CellPosition {
  readonly id: string;
  readonly status: CellStatus;
  readonly attempt_count: number;
  readonly counted_attempt_id: string | null;
  readonly is_pinned: boolean;
  readonly is_stale: boolean;
  readonly excluded_reason: string | null;
  readonly progress: number | null;
  readonly queue_position: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly error_is_retryable: boolean | null;
  readonly asset_id: string | null;
  readonly seed: bigint | null;
  readonly cost_micros: bigint | null;
  readonly cost_currency: string | null;
  readonly took_s: number | null;
  readonly warnings: DeliveryWarning[] | null;
  readonly is_reused: boolean | null;
}

export interface CellWindow {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}

const selectShown = async (db: Db, where: RawBuilder<unknown>): Promise<ShownCell[]> => {
  const { rows } = await sql<ShownCell>`
    select c.id, c.row_index as row, c.col_index as col, c.sample, c.status, c.attempt_count, c.counted_attempt_id,
      c.is_pinned, c.is_stale, c.excluded_reason,
      newest.progress, newest.queue_position, newest.error_code, newest.error_message, newest.error_is_retryable,
      shown.asset_id, coalesce(shown.seed_used, shown.seed_requested) as seed, shown.cost_micros, shown.cost_currency,
      extract(epoch from shown.finished_at - shown.started_at)::float8 as took_s, shown.warnings, shown.is_reused
    from benchmark_cell c
    left join performer_task newest on newest.id = c.latest_attempt_id
    left join performer_task shown on shown.id = c.counted_attempt_id
    where ${where} order by c.row_index, c.col_index, c.sample`.execute(db);
  return rows;
};

export const listShownCells = (
  db: Db,
  taskId: string,
  { rowFrom, rowTo, colFrom, colTo }: CellWindow,
): Promise<ShownCell[]> =>
  selectShown(
    db,
    sql`c.task_id = ${taskId} and c.row_index between ${rowFrom} and ${rowTo}
      and c.col_index between ${colFrom} and ${colTo}`,
  );

export const findShownCell = async (
  db: Db,
  taskId: string,
  { row, col, sample }: CellPosition,
): Promise<ShownCell | undefined> => {
  const position = sql`c.task_id = ${taskId} and c.row_index = ${row} and c.col_index = ${col} and c.sample = ${sample}`;
  return (await selectShown(db, position))[0];
};
