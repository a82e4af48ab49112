import type { GridCell, PlayableClip } from "@dailies/contract";
import type { CellPosition } from "./cell.store.ts";
import type { ShownCell } from "./cell-window.store.ts";

const UNDER_WAY: readonly string[] = ["Queued", "Running"];
const WITHOUT_CLIP: readonly string[] = ["Failed", "Cancelled"];

const errorOf = ({ status, error_code, error_message, error_is_retryable }: ShownCell): GridCell["error"] =>
  error_code === null || !WITHOUT_CLIP.includes(status)
    ? null
    : { code: error_code, message: error_message ?? "", is_retryable: error_is_retryable ?? false };

export const toGridCell = (cell: ShownCell, clips: ReadonlyMap<string, PlayableClip>): GridCell => {
  const isUnderWay = UNDER_WAY.includes(cell.status);
  const { cost_micros, cost_currency } = cell;
  return {
    row: cell.row,
    col: cell.col,
    sample: cell.sample,
    status: cell.status,
    attempt_count: cell.attempt_count,
    progress: isUnderWay ? cell.progress : null,
    queue_position: isUnderWay ? cell.queue_position : null,
    seed_used: cell.seed === null ? null : Number(cell.seed),
    cost:
      cost_micros === null || cost_currency === null
        ? null
        : { amount_micros: Number(cost_micros), currency: cost_currency },
    took_s: cell.took_s,
    clip: clips.get(cell.asset_id ?? "") ?? null,
    warnings: cell.warnings ?? [],
    is_reused: cell.is_reused ?? false,
    is_pinned: cell.is_pinned,
    is_stale: cell.is_stale,
    excluded_reason: cell.excluded_reason,
    error: errorOf(cell),
  };
};

/** A cell without a job. */
export const waitingCell = ({ row, col, sample }: CellPosition): GridCell => ({
  row,
  col,
  sample,
  status: "Waiting",
  attempt_count: 0,
  progress: null,
  queue_position: null,
  seed_used: null,
  cost: null,
  took_s: null,
  clip: null,
  warnings: [],
  is_reused: false,
  is_pinned: false,
  is_stale: false,
  excluded_reason: null,
  error: null,
});
