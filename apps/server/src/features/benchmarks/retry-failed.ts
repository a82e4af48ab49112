import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { announceCells } from "../events/index.ts";
import { startRun } from "../generation/index.ts";
import type { TaskBy } from "../tasks/index.ts";
import { actOnBenchmark, endTurn, getState, type Turn } from "./act-on-benchmark.ts";
import { insertRetries, isAskedBefore, type RetriedCell } from "./attempt.store.ts";
import { measureGrid, nextRun } from "./benchmark.store.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";
import { type CellPlace, listCellIds } from "./cell.store.ts";
import { requireInside } from "./grid.rules.ts";

export interface RetryWish {
  readonly id: string;
  readonly reason: string;
  readonly cells: readonly CellPlace[] | undefined;
  readonly requestKey: string;
}

/** More than this and a watcher reads the window again instead. */
const MAX_TOLD = 2_000;

/** All that failed or was cancelled, once more with the same seeds, as one run. */
export const retryFailed = (deps: BenchmarksDeps, by: TaskBy, wish: RetryWish): Promise<GenerationState> =>
  actOnBenchmark(deps, by, { id: wish.id, act: "retryFailed" }, async (turn) => {
    const { tx } = turn;
    if (await isAskedBefore(tx, by.actor.userId, wish.requestKey)) return getState(tx, wish.id);
    const cellIds = wish.cells && (await requireCells(turn, wish.cells));
    const run = await nextRun(tx, wish.id);
    const retried = await insertRetries(tx, {
      taskId: wish.id,
      run,
      cellIds,
      note: wish.reason,
      requestedBy: by.actor.userId,
      requestKey: wish.requestKey,
      at: by.at,
    });
    if (retried.length === 0) throw new DomainError("conflict", "no cell has failed or was cancelled");
    const { actor, requestId, at } = by;
    await startRun(tx, { taskId: wish.id, run, reason: "Retry_failed", by: actor.username, requestId, at });
    await announceCells(tx, toldOf(wish.id, retried));
    return endTurn(turn, {
      opType: "Retry_failed",
      meta: { cells: retried.length },
      reason: wish.reason,
      keepsRevision: true,
    });
  });

const toldOf = (taskId: string, cells: readonly RetriedCell[]) =>
  cells.length > MAX_TOLD
    ? []
    : cells.map((cell) => ({ taskId, ...cell, status: "Queued" as const, progress: null, queuePosition: null }));

export const requireCells = async ({ tx, task }: Turn, cells: readonly CellPlace[]): Promise<string[]> => {
  const size = await measureGrid(tx, task.id);
  for (const cell of cells) requireInside(size, cell);
  return listCellIds(tx, task.id, cells);
};
