import { type AttemptItem, type GridCell, MAX_CELLS_AT_ONCE } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { readClips } from "../../assets/index.ts";
import { describeJobsFully, type JobRow, listJobsOfCell } from "../../generation/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireBenchmark } from "../with-benchmark-lock.ts";
import type { CellPosition } from "./cell.store.ts";
import { type CellWindow, findShownCell, listShownCells, type ShownCell } from "./cell-window.store.ts";
import { requireInside } from "./grid.rules.ts";
import { toGridCell, waitingCell } from "./grid-cell.ts";

const withClips = async (deps: BenchmarksDeps, actor: Actor, cells: readonly ShownCell[]): Promise<GridCell[]> => {
  const assetIds = cells.flatMap(({ asset_id }) => asset_id ?? []);
  const clips = await readClips(deps, actor, assetIds);
  return cells.map((cell) => toGridCell(cell, clips));
};

/** Lists a window of the grid, both ends inclusive. */
export const listCells = async (
  deps: BenchmarksDeps,
  actor: Actor,
  id: string,
  window: CellWindow,
): Promise<GridCell[]> => {
  await requireBenchmark(deps.db, actor, id);
  const { rows, columns, samples } = await measureGrid(deps.db, id);
  const inside = { ...window, rowTo: Math.min(window.rowTo, rows - 1), colTo: Math.min(window.colTo, columns - 1) };
  const wide = inside.colTo - inside.colFrom + 1;
  const high = inside.rowTo - inside.rowFrom + 1;
  if (wide <= 0 || high <= 0) return [];
  if (wide * high * samples > MAX_CELLS_AT_ONCE) {
    throw new DomainError(
      "invalid",
      `a window has at most ${MAX_CELLS_AT_ONCE} cells, this one ${wide * high * samples}`,
    );
  }
  return withClips(deps, actor, await listShownCells(deps.db, id, inside));
};

/** Returns one cell with all attempts, newest first. */
export const getCell = async (
  deps: BenchmarksDeps,
  actor: Actor,
  id: string,
  position: CellPosition,
): Promise<{ cell: GridCell; attempts: AttemptItem[] }> => {
  await requireBenchmark(deps.db, actor, id);
  requireInside(await measureGrid(deps.db, id), position);
  const found = await findShownCell(deps.db, id, position);
  if (!found) return { cell: waitingCell(position), attempts: [] };
  const [cell = waitingCell(position)] = await withClips(deps, actor, [found]);
  return { cell, attempts: await describeAttempts(deps, actor, found, await listJobsOfCell(deps.db, found.id)) };
};

const describeAttempts = async (
  deps: BenchmarksDeps,
  actor: Actor,
  { counted_attempt_id }: ShownCell,
  rows: readonly JobRow[],
): Promise<AttemptItem[]> => {
  const calls = await describeJobsFully(deps, actor, rows);
  const attempts = rows.flatMap((row, index) => {
    const call = calls[index];
    if (!call) return [];
    const reason = row.reason as AttemptItem["reason"];
    return [{ ...call, n: row.attempt_n ?? 1, reason, note: row.note, is_counted: row.id === counted_attempt_id }];
  });
  return attempts.toReversed();
};
